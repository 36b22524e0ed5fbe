"""Campaigns, their rooms and seats, links, the journal, drafts."""

import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import campaigns.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Campaign",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=campaigns.models.new_public_id, editable=False, max_length=12, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("system", models.CharField(max_length=40)),
                ("edition", models.CharField(max_length=20)),
                ("options", models.JSONField(default=dict)),
                (
                    "status",
                    models.CharField(
                        choices=[("running", "Running"), ("ended", "Ended")], default="running", max_length=10
                    ),
                ),
                ("founded_at", models.DateTimeField()),
                ("founded_by", models.CharField(max_length=150)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("sequence", models.PositiveIntegerField(default=0)),
                ("seed_sealed", models.BinaryField()),
                ("seed_hash", models.CharField(max_length=64)),
                ("outline", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("status", "running")),
                            models.Q(("ended_at__isnull", False), ("status", "ended")),
                            _connector="OR",
                        ),
                        name="campaign_has_an_end_exactly_when_it_has_ended",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("name", ""), _negated=True),
                            models.Q(("system", ""), _negated=True),
                            models.Q(("edition", ""), _negated=True),
                        ),
                        name="campaign_names_itself_its_system_and_its_edition",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("seed_hash__regex", "^[0-9a-f]{64}$")), name="campaign_seed_hash_is_sha256"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(blank=True, max_length=30)),
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
                    ),
                ),
                ("admitted", models.JSONField(blank=True, default=list)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="campaigns.campaign"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(blank=True, max_length=30)),
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
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="campaigns.campaign"
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="campaigns.seat"
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
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "room", "step"), name="room_has_one_draft_of_a_step"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("room", "public"), _negated=True), models.Q(("room", ""), _negated=True)
                        ),
                        name="draft_belongs_to_a_side",
                    ),
                ],
            },
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("campaign", "sequence"), name="journal_entry_sequence_is_used_once"
                    ),
                    models.UniqueConstraint(
                        fields=("campaign", "room", "number"), name="journal_entry_number_is_used_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sequence__gte", models.F("number")), ("number__gt", 0)),
                        name="journal_entry_numbers_are_positive",
                    ),
                    models.CheckConstraint(
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
                ],
            },
        ),
        migrations.CreateModel(
            name="Room",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=30)),
                ("wrapped_key", models.BinaryField()),
                ("entries", models.PositiveIntegerField(default=0)),
                ("draws", models.PositiveIntegerField(default=0)),
                ("state", models.BinaryField()),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rooms", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "key"), name="campaign_has_each_room_once"),
                    models.CheckConstraint(condition=models.Q(("key", ""), _negated=True), name="room_has_a_key"),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("campaign", "user"), name="person_has_one_seat_in_a_campaign"),
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
    ]
