
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorepads', '0007_next_games'),
    ]

    operations = [
        migrations.AlterField(
            model_name='handentry',
            name='kind',
            field=models.CharField(choices=[('record', 'entered'), ('amend', 'corrected'), ('strike', 'struck'), ('undo', 'undone'), ('redo', 'redone'), ('people', 'changed players')], max_length=6),
        ),
    ]
