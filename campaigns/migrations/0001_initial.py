"""The tables, and what the database itself refuses or does when they change."""

import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import campaigns.bringing.models
import campaigns.charts.models
import campaigns.models

FUNCTIONS = """
-- The journal is append-only. It goes as a whole, once the notice of its campaign's removal has run out.
CREATE FUNCTION may_be_removed(campaign bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM campaigns_closing
        WHERE campaign_id = campaign AND what = 'removal' AND due_at <= clock_timestamp()
    )
$$;
CREATE FUNCTION refuse_change_of_journal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' AND may_be_removed(OLD.campaign_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER journal_is_append_only BEFORE UPDATE OR DELETE ON campaigns_journalentry
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_journal();
CREATE TRIGGER journal_is_not_emptied BEFORE TRUNCATE ON campaigns_journalentry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_journal();
CREATE FUNCTION remove_journal(campaign bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM campaigns_journalentry WHERE campaign_id = campaign;
END
$$;
CREATE FUNCTION refuse_short_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.what = 'removal' AND NEW.due_at < clock_timestamp() + interval '1 day' THEN
        RAISE EXCEPTION 'a removal is announced at least a day before' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER removal_is_announced BEFORE INSERT OR UPDATE ON campaigns_closing
    FOR EACH ROW EXECUTE FUNCTION refuse_short_notice();
-- A version of a chart never changes.
CREATE FUNCTION refuse_change_of_chart_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a version of a chart never changes' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER chart_version_never_changes BEFORE UPDATE ON campaigns_chartversion
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_chart_version();
-- The streams of the rooms that entries are written in are told on commit, ids only.
CREATE FUNCTION tell_streams_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('refit', room_with_news.name) FROM (
        SELECT DISTINCT campaign.public_id || ' ' || added.room AS name
        FROM added JOIN campaigns_campaign AS campaign ON campaign.id = added.campaign_id
        ORDER BY name
    ) AS room_with_news;
    RETURN NULL;
END
$$;
CREATE TRIGGER entries_wake_streams AFTER INSERT ON campaigns_journalentry
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_streams_of_entries();
"""

DROPPED = """
DROP FUNCTION may_be_removed(bigint), refuse_change_of_journal(), remove_journal(bigint), refuse_short_notice(),
    refuse_change_of_chart_version(), tell_streams_of_entries() CASCADE
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Notification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
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
                ("due_at", models.DateTimeField(null=True)),
                ("sent_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="PushPair",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("private", models.BinaryField()),
                ("public", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="RGPurchase",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("date", models.PositiveSmallIntegerField()),
                ("body", models.BinaryField(null=True)),
            ],
            options={
                "ordering": ["side", "date"],
            },
        ),
        migrations.CreateModel(
            name="Room",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=30)),
                ("wrapped_key", models.BinaryField()),
                ("older", models.JSONField(blank=True, default=list)),
                ("deposit", models.BinaryField(null=True)),
                ("dice", models.BinaryField(null=True)),
                ("team", models.BinaryField(null=True)),
                ("entries", models.PositiveIntegerField(default=0)),
                ("undone", models.JSONField(blank=True, default=list)),
                ("heard", models.PositiveIntegerField(default=0)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("state", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="CalendarAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word_hash", models.CharField(max_length=64)),
                ("since", models.DateTimeField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Campaign",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=campaigns.models.new_public_id,
                        editable=False,
                        max_length=12,
                        unique=True,
                        verbose_name="ID",
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("system", models.CharField(max_length=40, verbose_name="game")),
                ("edition", models.CharField(max_length=20, verbose_name="edition")),
                ("options", models.JSONField(default=dict, verbose_name="options")),
                (
                    "play_mode",
                    models.CharField(
                        choices=[
                            ("accounts", "Two people, each with an account"),
                            ("hotseat", "Two people at one device, who hand it over to each other"),
                            ("solo", "One person, who plays both sides in the open"),
                        ],
                        default="accounts",
                        max_length=10,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("running", "Running"), ("ended", "Ended"), ("abandoned", "Abandoned")],
                        default="running",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("founded_at", models.DateTimeField(verbose_name="founded at")),
                ("founded_by", models.CharField(max_length=150, verbose_name="founded by")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended at")),
                ("sequence", models.PositiveIntegerField(default=0)),
                ("written_at", models.DateTimeField(blank=True, null=True)),
                ("locked", models.BooleanField(default=False)),
                ("seed_sealed", models.BinaryField()),
                ("seed_hash", models.CharField(max_length=64, verbose_name="SHA-256 of the seed")),
                ("founding", models.JSONField()),
                ("summary", models.JSONField(blank=True, default=dict)),
                ("former_names", models.JSONField(blank=True, default=list)),
                ("seat_list", models.JSONField(blank=True, null=True)),
                ("doors", models.JSONField()),
                ("archived_by", models.ManyToManyField(blank=True, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name": "campaign",
                "verbose_name_plural": "campaigns",
            },
        ),
        migrations.CreateModel(
            name="BroughtFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=campaigns.bringing.models.new_brought_id, editable=False, max_length=12, unique=True
                    ),
                ),
                ("side", models.CharField(max_length=30)),
                ("language", models.CharField(max_length=20)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("working", "Working"),
                            ("done", "Done"),
                            ("refused", "Refused"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                ("queued_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("body", models.BinaryField(null=True)),
                ("reason", models.BinaryField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="campaigns.campaign",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Channel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("mail", "Mail"),
                            ("push", "This browser"),
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("telegram", "Telegram"),
                            ("ntfy", "ntfy.sh"),
                            ("matrix", "Matrix"),
                            ("service", "Another service"),
                            ("webhook", "A webhook of my own"),
                        ],
                        max_length=10,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="What you call it")),
                ("address", models.BinaryField(default=bytes)),
                ("daily", models.BooleanField(default=False, verbose_name="Once a day, all in one")),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("code", models.CharField(blank=True, max_length=200)),
                ("code_until", models.DateTimeField(null=True)),
                ("guesses", models.PositiveSmallIntegerField(default=0)),
                (
                    "owed",
                    models.CharField(blank=True, choices=[("code", "The code"), ("test", "A test")], max_length=10),
                ),
                ("sent_at", models.DateTimeField(null=True)),
                ("failed_at", models.DateTimeField(null=True)),
                (
                    "failure",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("answer", "it was not accepted: the address may be wrong, or not valid any more"),
                            ("silent", "there was no answer in time"),
                            ("unreached", "it could not be reached"),
                            ("inner", "its address leads into a network of this server's, where nothing is sent"),
                            ("gone", "this browser has taken its consent back"),
                        ],
                        max_length=10,
                    ),
                ),
                ("muted", models.ManyToManyField(related_name="+", to="campaigns.campaign")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ChatMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("room", models.CharField(max_length=30)),
                ("number", models.PositiveIntegerField()),
                ("note", models.BooleanField(default=False)),
                ("body", models.JSONField(null=True)),
                ("sealed", models.BinaryField(null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Closing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "what",
                    models.CharField(
                        choices=[("end", "End it, because it can't go on"), ("removal", "Remove it for good")],
                        max_length=10,
                    ),
                ),
                ("side", models.CharField(blank=True, max_length=30)),
                ("reason", models.CharField(max_length=200)),
                ("agreed", models.JSONField(blank=True, default=list)),
                ("made_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="closings", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("until", models.DateTimeField()),
                ("most", models.PositiveIntegerField()),
                ("used", models.PositiveIntegerField(default=0)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubListing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("waits", models.JSONField(default=dict)),
                ("since", models.DateField(null=True)),
                ("over_on", models.DateField(null=True)),
                ("archived", models.BooleanField(default=False)),
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_listing",
                        to="campaigns.campaign",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DeletedNumber",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("room", models.CharField(max_length=30)),
                ("number", models.PositiveIntegerField()),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("room", models.CharField(max_length=30)),
                ("step", models.CharField(max_length=60)),
                ("body", models.BinaryField()),
                ("saved_by", models.CharField(max_length=150)),
                ("saved_at", models.DateTimeField()),
                ("act", models.UUIDField(blank=True, null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="JournalEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sequence", models.PositiveIntegerField()),
                ("act", models.UUIDField()),
                ("room", models.CharField(max_length=30)),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(blank=True, max_length=80)),
                ("body", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True)),
                ("sealed", models.BinaryField(null=True)),
                ("proof", models.BinaryField(null=True)),
                ("link", models.CharField(blank=True, max_length=64)),
                ("anchors", models.JSONField(null=True)),
                ("public", models.PositiveIntegerField()),
                ("seat", models.PositiveIntegerField(default=0)),
                ("actor", models.CharField(blank=True, max_length=150)),
                ("side", models.CharField(blank=True, max_length=30)),
                ("at", models.DateTimeField()),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "ordering": ["campaign", "sequence"],
            },
        ),
        migrations.CreateModel(
            name="KeptCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rooms", models.CharField(max_length=200)),
                ("body", models.BinaryField()),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Alert",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField()),
                ("due_at", models.DateTimeField(db_index=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "channel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.channel"
                    ),
                ),
                (
                    "notification",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.notification"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Organiser",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("granted_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="organiser",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OwnedChart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "chart_id",
                    models.CharField(
                        default=campaigns.charts.models.new_chart_id, editable=False, max_length=12, unique=True
                    ),
                ),
                ("system", models.CharField(max_length=40)),
                (
                    "kind",
                    models.CharField(choices=[("chart", "chart"), ("map", "map")], default="chart", max_length=10),
                ),
                ("name", models.CharField(max_length=60)),
                ("shared", models.BooleanField(default=False)),
                ("draft", models.JSONField(default=dict)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="charts", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="ChartVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("content", models.JSONField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "chart",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="campaigns.ownedchart"
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
            },
        ),
        migrations.CreateModel(
            name="Preferences",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(blank=True, max_length=20, verbose_name="Language")),
                ("time_zone", models.CharField(blank=True, max_length=64, verbose_name="Time zone")),
                ("mail_turn", models.BooleanField(default=True, verbose_name="My side is waited for")),
                (
                    "mail_answer",
                    models.BooleanField(
                        default=True, verbose_name="A correction, or counters gained by hand, wait for my answer"
                    ),
                ),
                ("mail_rewind", models.BooleanField(default=True, verbose_name="A rewind is proposed")),
                ("quiet_from", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Quiet from")),
                ("quiet_until", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Quiet until")),
                ("daily_at", models.PositiveSmallIntegerField(default=18, verbose_name="Once a day at")),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RGPurchaseLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                ("record_id", models.CharField(max_length=80)),
                ("group", models.CharField(max_length=80)),
                ("name", models.CharField(max_length=80)),
                ("number", models.PositiveSmallIntegerField()),
                ("price", models.PositiveSmallIntegerField()),
                ("mode", models.CharField(blank=True, max_length=80)),
                ("strength", models.CharField(blank=True, max_length=80)),
                ("given", models.BooleanField()),
                ("arrived", models.JSONField(blank=True, default=list)),
                ("counters", models.PositiveIntegerField()),
                (
                    "purchase",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="campaigns.rgpurchase"
                    ),
                ),
            ],
            options={
                "ordering": ["purchase", "place"],
            },
        ),
        migrations.CreateModel(
            name="Side",
            fields=[
                (
                    "room_ptr",
                    models.OneToOneField(
                        auto_created=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        parent_link=True,
                        primary_key=True,
                        serialize=False,
                        to="campaigns.room",
                    ),
                ),
                ("won", models.BooleanField(blank=True, null=True)),
            ],
            bases=("campaigns.room",),
        ),
        migrations.AddField(
            model_name="room",
            name="campaign",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rooms", to="campaigns.campaign"
            ),
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(blank=True, max_length=30, verbose_name="side")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("commander", "Commander"),
                            ("adjutant", "Adjutant"),
                            ("umpire", "Umpire"),
                            ("spectator", "Spectator"),
                        ],
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                ("admitted", models.JSONField(blank=True, default=list, verbose_name="admitted by")),
                ("number", models.PositiveIntegerField()),
                ("salt", models.CharField(max_length=64)),
                ("pin", models.CharField(blank=True, max_length=128)),
                ("pin_misses", models.PositiveSmallIntegerField(default=0)),
                ("pin_missed_at", models.DateTimeField(blank=True, null=True)),
                ("created", models.DateTimeField(auto_now_add=True, verbose_name="taken at")),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="campaigns.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
            },
        ),
        migrations.AddField(
            model_name="notification",
            name="seat",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.seat"),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(blank=True, max_length=30, verbose_name="side")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("commander", "Commander"),
                            ("adjutant", "Adjutant"),
                            ("umpire", "Umpire"),
                            ("spectator", "Spectator"),
                        ],
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="made at")),
                ("used_at", models.DateTimeField(blank=True, null=True, verbose_name="used at")),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True, verbose_name="withdrawn at")),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="campaigns.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="campaigns.seat",
                        verbose_name="made by",
                    ),
                ),
                (
                    "used_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="campaigns.seat",
                        verbose_name="used by",
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
            },
        ),
        migrations.CreateModel(
            name="SideClock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(max_length=30)),
                ("since", models.DateTimeField()),
                ("reminded", models.CharField(blank=True, max_length=60)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Slot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("member", "Member"), ("recovery", "Recovery"), ("umpire", "Umpire")], max_length=10
                    ),
                ),
                ("name", models.CharField(max_length=32)),
                ("salt", models.BinaryField()),
                ("public", models.BinaryField()),
                ("private", models.BinaryField()),
                ("tag", models.BinaryField()),
                ("sealed", models.BinaryField()),
                ("misses", models.PositiveSmallIntegerField(default=0)),
                ("missed_at", models.DateTimeField(null=True)),
                (
                    "invitation",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="slots",
                        to="campaigns.invitation",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="slots",
                        to="campaigns.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Spending",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("since", models.DateTimeField()),
                ("count", models.PositiveIntegerField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StandIn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Trial",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("begun_at", models.DateTimeField()),
                (
                    "campaign",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="trial",
                        to="campaigns.campaign",
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="trial", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="UnlockedDevice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("session", models.CharField(max_length=64)),
                ("sealed", models.BinaryField()),
                ("until", models.DateTimeField()),
                (
                    "slot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="devices", to="campaigns.slot"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(max_length=2000)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["-made_at"], name="announcements_newest_first")],
            },
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at", None), ("status", "running")),
                    models.Q(("ended_at__isnull", False), ("status__in", ("ended", "abandoned"))),
                    _connector="OR",
                ),
                name="campaign_has_an_end_exactly_when_it_has_ended",
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("name", ""), _negated=True),
                    models.Q(("system", ""), _negated=True),
                    models.Q(("edition", ""), _negated=True),
                ),
                name="campaign_names_itself_its_system_and_its_edition",
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(("seed_hash__regex", "^[0-9a-f]{64}$")), name="campaign_seed_hash_is_sha256"
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(("play_mode__in", ["accounts", "hotseat", "solo"])),
                name="campaign_is_played_in_a_known_way",
            ),
        ),
        migrations.AddConstraint(
            model_name="broughtfile",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ("queued", "working"))),
                fields=("user",),
                name="each_account_has_one_open_file_at_most",
            ),
        ),
        migrations.AddConstraint(
            model_name="broughtfile",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["queued", "working", "done", "refused"])),
                name="brought_status_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="broughtfile",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("body__isnull", False), ("status__in", ("queued", "working"))),
                    models.Q(models.Q(("status__in", ("queued", "working")), _negated=True), ("body", None)),
                    _connector="OR",
                ),
                name="brought_file_is_kept_exactly_while_it_waits",
            ),
        ),
        migrations.AddConstraint(
            model_name="broughtfile",
            constraint=models.CheckConstraint(
                condition=models.Q(("status", "refused"), ("reason", None), _connector="XOR"),
                name="refused_file_has_its_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "mail")), fields=("user",), name="account_has_one_channel_for_mail"
            ),
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["mail", "push", "discord", "slack", "telegram", "ntfy", "matrix", "service", "webhook"],
                    )
                ),
                name="channel_is_of_a_known_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="chatmessage",
            constraint=models.UniqueConstraint(
                fields=("campaign", "room", "number"), name="message_number_is_used_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="chatmessage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("body__isnull", False), ("note", False), ("room", "public"), ("sealed", None)),
                    models.Q(models.Q(("room", "public"), _negated=True), ("body", None), ("sealed__isnull", False)),
                    _connector="OR",
                ),
                name="message_is_open_at_the_table_and_sealed_elsewhere",
            ),
        ),
        migrations.AddConstraint(
            model_name="closing",
            constraint=models.UniqueConstraint(fields=("campaign", "what"), name="campaign_has_one_closing_of_a_kind"),
        ),
        migrations.AddConstraint(
            model_name="closing",
            constraint=models.CheckConstraint(
                condition=models.Q(("what__in", ["end", "removal"])), name="closing_is_of_a_known_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="closing",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="closing_has_a_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="closing",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("side", ""), _negated=True),
                    models.Q(("agreed", []), ("due_at__isnull", False)),
                    _connector="OR",
                ),
                name="closing_by_nobodys_side_has_its_day",
            ),
        ),
        migrations.AddConstraint(
            model_name="clublink",
            constraint=models.CheckConstraint(
                condition=models.Q(("used__lte", models.F("most"))), name="club_link_has_an_end"
            ),
        ),
        migrations.AddIndex(
            model_name="clublisting",
            index=models.Index(
                condition=models.Q(("archived", False), ("over_on", None)), fields=["since", "id"], name="club_going_on"
            ),
        ),
        migrations.AddIndex(
            model_name="clublisting",
            index=models.Index(
                condition=models.Q(("over_on__isnull", False)), fields=["-over_on", "-id"], name="club_over"
            ),
        ),
        migrations.AddConstraint(
            model_name="deletednumber",
            constraint=models.UniqueConstraint(fields=("campaign", "room"), name="room_has_one_deleted_number"),
        ),
        migrations.AddConstraint(
            model_name="draft",
            constraint=models.UniqueConstraint(
                fields=("campaign", "room", "step"), name="room_has_one_draft_of_a_step"
            ),
        ),
        migrations.AddConstraint(
            model_name="draft",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("room", "public"), _negated=True), models.Q(("room", ""), _negated=True)),
                name="draft_belongs_to_a_side",
            ),
        ),
        migrations.AddConstraint(
            model_name="journalentry",
            constraint=models.UniqueConstraint(
                fields=("campaign", "sequence"), name="journal_entry_sequence_is_used_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="journalentry",
            constraint=models.UniqueConstraint(
                fields=("campaign", "room", "number"), name="journal_entry_number_is_used_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="journalentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("sequence__gte", models.F("number")), ("number__gt", 0)),
                name="journal_entry_numbers_are_positive",
            ),
        ),
        migrations.AddConstraint(
            model_name="journalentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("body__isnull", False),
                        ("room", "public"),
                        ("sealed", None),
                        models.Q(("kind", ""), _negated=True),
                    ),
                    models.Q(
                        models.Q(("room", "public"), _negated=True),
                        ("body", None),
                        ("kind", ""),
                        ("sealed__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="journal_entry_is_open_in_public_and_sealed_elsewhere",
            ),
        ),
        migrations.AddConstraint(
            model_name="journalentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("link", ""), models.Q(("link__regex", "^([0-9a-f]{64})?$"), ("room", "public")), _connector="OR"
                ),
                name="journal_entry_has_links_in_public_only",
            ),
        ),
        migrations.AddConstraint(
            model_name="keptcheck",
            constraint=models.UniqueConstraint(
                fields=("campaign", "rooms"), name="campaign_has_one_check_of_the_same_rooms"
            ),
        ),
        migrations.AddConstraint(
            model_name="alert",
            constraint=models.UniqueConstraint(
                fields=("notification", "channel"), name="channel_has_one_alert_of_a_notification"
            ),
        ),
        migrations.AddConstraint(
            model_name="ownedchart",
            constraint=models.UniqueConstraint(
                fields=("owner", "system", "name"), name="owner_has_each_chart_name_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="ownedchart",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["chart", "map"])), name="chart_is_of_a_known_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="ownedchart",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("name", ""), _negated=True), models.Q(("system", ""), _negated=True)),
                name="chart_has_a_name_and_a_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="chartversion",
            constraint=models.UniqueConstraint(fields=("chart", "number"), name="chart_has_each_version_once"),
        ),
        migrations.AddConstraint(
            model_name="chartversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gt", 0)), name="chart_versions_are_counted_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="rgpurchaseline",
            constraint=models.UniqueConstraint(fields=("purchase", "place"), name="purchase_line_place_is_used_once"),
        ),
        migrations.AddConstraint(
            model_name="rgpurchaseline",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("group", ""), _negated=True), models.Q(("name", ""), _negated=True)),
                name="purchase_line_names_its_group",
            ),
        ),
        migrations.AddConstraint(
            model_name="rgpurchaseline",
            constraint=models.CheckConstraint(
                condition=models.Q(("given", True), ("number__gt", 0), _connector="OR"),
                name="purchase_line_is_counted_if_it_was_bought",
            ),
        ),
        migrations.AddField(
            model_name="slot",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="slots", to="campaigns.side"
            ),
        ),
        migrations.AddField(
            model_name="rgpurchase",
            name="side",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="purchases", to="campaigns.side"
            ),
        ),
        migrations.AddConstraint(
            model_name="room",
            constraint=models.UniqueConstraint(fields=("campaign", "key"), name="campaign_has_each_room_once"),
        ),
        migrations.AddConstraint(
            model_name="room",
            constraint=models.CheckConstraint(condition=models.Q(("key", ""), _negated=True), name="room_has_a_key"),
        ),
        migrations.AddConstraint(
            model_name="room",
            constraint=models.CheckConstraint(
                condition=models.Q(("head__regex", "^([0-9a-f]{64})?$")), name="room_head_is_a_link"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("campaign", "user", "side"), name="person_has_one_seat_of_a_side"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("campaign", "number"), name="seat_number_is_used_once"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["commander", "adjutant", "umpire", "spectator"])),
                name="seat_role_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("role__in", ("commander", "adjutant")), models.Q(("side", ""), _negated=True)),
                    models.Q(models.Q(("role__in", ("commander", "adjutant")), _negated=True), ("side", "")),
                    _connector="OR",
                ),
                name="seat_has_a_side_exactly_if_its_role_has",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("admitted", []), ("role", "umpire"), _connector="OR"),
                name="seat_is_admitted_to_rooms_only_as_umpire",
            ),
        ),
        migrations.AddConstraint(
            model_name="notification",
            constraint=models.UniqueConstraint(fields=("seat", "kind"), name="seat_has_one_notification_of_a_kind"),
        ),
        migrations.AddConstraint(
            model_name="notification",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["turn", "rewind", "closing", "answer", "seat"])),
                name="notification_is_of_a_known_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["commander", "adjutant", "umpire", "spectator"])),
                name="invitation_role_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("role__in", ("commander", "adjutant")), models.Q(("side", ""), _negated=True)),
                    models.Q(models.Q(("role__in", ("commander", "adjutant")), _negated=True), ("side", "")),
                    _connector="OR",
                ),
                name="invitation_has_a_side_exactly_if_its_role_has",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("used_at", None), ("used_by", None)),
                    models.Q(("used_at__isnull", False), ("used_by__isnull", False)),
                    _connector="OR",
                ),
                name="invitation_says_by_whom_and_when_it_was_used",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("used_at", None), ("withdrawn_at", None), _connector="OR"),
                name="invitation_is_used_or_withdrawn_not_both",
            ),
        ),
        migrations.AddConstraint(
            model_name="sideclock",
            constraint=models.UniqueConstraint(fields=("campaign", "side"), name="side_has_one_clock"),
        ),
        migrations.AddConstraint(
            model_name="spending",
            constraint=models.UniqueConstraint(fields=("user", "kind"), name="account_has_one_count_of_a_kind"),
        ),
        migrations.AddConstraint(
            model_name="unlockeddevice",
            constraint=models.UniqueConstraint(fields=("session", "slot"), name="device_has_one_row_of_a_slot"),
        ),
        migrations.AddConstraint(
            model_name="slot",
            constraint=models.UniqueConstraint(fields=("room", "name"), name="slot_name_is_used_once"),
        ),
        migrations.AddConstraint(
            model_name="slot",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["member", "recovery", "umpire"])), name="slot_is_of_a_known_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="rgpurchase",
            constraint=models.UniqueConstraint(fields=("side", "date"), name="side_has_one_row_of_purchases_a_date"),
        ),
        migrations.RunSQL(FUNCTIONS, DROPPED),
    ]
