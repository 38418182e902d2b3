from django.db import models


class Row(models.Model):
    """What the bare views read and write: a row of about the size of a hand."""

    text = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.text
