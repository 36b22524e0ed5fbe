"""The names of today; nothing is changed in a row."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0007_letters"),
    ]

    operations = [
        migrations.RemoveConstraint("campaign", "campaign_is_played_in_a_known_way"),
        migrations.RenameField("campaign", "how", "play_mode"),
        migrations.AddConstraint(
            "campaign",
            models.CheckConstraint(
                condition=models.Q(("play_mode__in", ["accounts", "hotseat", "solo"])),
                name="campaign_is_played_in_a_known_way",
            ),
        ),
        migrations.RenameField("campaign", "words", "dice_salts"),
        migrations.RenameField("campaign", "outline", "summary"),
        migrations.RenameField("room", "recalled", "undone"),
        migrations.RemoveConstraint("letter", "seat_has_one_letter_of_a_kind"),
        migrations.RemoveConstraint("letter", "letter_tells_a_known_thing"),
        migrations.RenameModel("Letter", "Notification"),
        migrations.RenameField("notification", "what", "kind"),
        migrations.RenameField("notification", "owed", "due_at"),
        migrations.RenameField("notification", "told", "sent_at"),
        migrations.AddConstraint(
            "notification",
            models.UniqueConstraint(fields=("seat", "kind"), name="seat_has_one_notification_of_a_kind"),
        ),
        migrations.AddConstraint(
            "notification",
            models.CheckConstraint(
                condition=models.Q(("kind__in", ["turn", "rewind"])), name="notification_is_of_a_known_kind"
            ),
        ),
        migrations.RemoveConstraint("chartversion", "chart_has_each_version_once"),
        migrations.RenameModel("ChartBook", "OwnedChart"),
        migrations.RenameField("chartversion", "book", "chart"),
        migrations.AddConstraint(
            "chartversion",
            models.UniqueConstraint(fields=("chart", "number"), name="chart_has_each_version_once"),
        ),
    ]
