"""Warbands that play in a campaign keep its house rules with them."""

from django.db import migrations


def lay(apps, schema_editor):
    Enrolment = apps.get_model("campaigns", "Enrolment")
    for enrolment in Enrolment.objects.select_related("campaign", "warband").iterator():
        warband = enrolment.warband
        warband.house_rules = enrolment.campaign.house_rules
        warband.rules_of = str(enrolment.campaign.public_id)
        warband.save(update_fields=["house_rules", "rules_of"])


class Migration(migrations.Migration):

    dependencies = [
        ("campaigns", "0016_longer_sources"),
        ("warbands", "0008_house_rules"),
    ]

    operations = [migrations.RunPython(lay, migrations.RunPython.noop)]
