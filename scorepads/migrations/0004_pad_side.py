from django.db import migrations


class Migration(migrations.Migration):
    """The model is named `PadSide`; the table keeps its name, so that old copies are read."""

    dependencies = [("scorepads", "0003_rules_fingerprints")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Side", "PadSide"),
                migrations.AlterModelTable("PadSide", "scorepads_side"),
            ]
        )
    ]
