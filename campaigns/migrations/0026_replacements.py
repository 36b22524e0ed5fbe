from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0025_kept_checks")]

    operations = [
        migrations.RemoveConstraint("notification", "notification_is_of_a_known_kind"),
        migrations.AlterField(
            "notification",
            "kind",
            models.CharField(
                choices=[
                    ("turn", "The side is waited for"),
                    ("rewind", "A rewind waits for an answer"),
                    ("closing", "The campaign is to be ended or removed, or was ended"),
                    ("answer", "A correction or a gain by hand waits for an answer"),
                    ("seat", "A commander is to be replaced, or was"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            "notification",
            models.CheckConstraint(
                condition=models.Q(("kind__in", ["turn", "rewind", "closing", "answer", "seat"])),
                name="notification_is_of_a_known_kind",
            ),
        ),
    ]
