"""The commitment of an aftermath's dice is kept beside its secret, not made from it."""

import hashlib

from django.db import migrations, models


def commit(apps, schema_editor):
    Aftermath = apps.get_model("warbands", "Aftermath")
    for row in Aftermath.objects.only("pk", "secret").iterator():
        row.commitment = hashlib.sha256(bytes(row.secret)).hexdigest()
        row.save(update_fields=["commitment"])


class Migration(migrations.Migration):

    dependencies = [
        ("warbands", "0006_time_to_choose"),
    ]

    operations = [
        migrations.AddField(
            model_name="aftermath",
            name="commitment",
            field=models.CharField(default="", editable=False, max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="aftermathstep",
            name="engine_version",
            field=models.CharField(blank=True, default="", max_length=20),
            preserve_default=False,
        ),
        migrations.RunPython(commit, migrations.RunPython.noop),
    ]
