from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0027_spending")]

    operations = [
        migrations.AddField("campaign", "doors", models.JSONField(blank=True, null=True)),
        migrations.AddField("room", "dice", models.BinaryField(null=True)),
    ]
