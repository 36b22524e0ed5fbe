from django.db import migrations, models

FROM_THE_JOURNAL = """
UPDATE campaigns_campaign AS campaign SET written_at = (
    SELECT at FROM campaigns_journalentry WHERE campaign_id = campaign.id ORDER BY sequence DESC LIMIT 1
)
"""


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0022_form_3")]

    operations = [
        migrations.AddField("campaign", "written_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunSQL(FROM_THE_JOURNAL, migrations.RunSQL.noop),
    ]
