import django.core.validators
from django.db import migrations, models

BOUNDS = [
    django.core.validators.MinValueValidator(1),
    django.core.validators.MaxValueValidator(720),
]


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0017_rules_of_warbands"),
    ]

    operations = [
        migrations.AddField(
            model_name="memberclock",
            name="missing_since",
            field=models.DateTimeField(null=True),
        ),
        # Campaigns that have agreed on a pace keep it; new ones begin with six hours.
        migrations.AddField(
            model_name="campaignpace",
            name="grace_hours",
            field=models.PositiveSmallIntegerField(
                blank=True,
                default=None,
                null=True,
                validators=BOUNDS,
                verbose_name="hours a turn of whoever let one run out",
            ),
        ),
        migrations.AlterField(
            model_name="campaignpace",
            name="grace_hours",
            field=models.PositiveSmallIntegerField(
                blank=True,
                default=6,
                null=True,
                validators=BOUNDS,
                verbose_name="hours a turn of whoever let one run out",
            ),
        ),
    ]
