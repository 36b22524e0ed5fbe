"""Sides are rows of their own, and what they buy has rows; those of older campaigns are made once all is migrated."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0009_entries_wake_streams"),
    ]

    operations = [
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
        migrations.RunSQL(
            "INSERT INTO campaigns_side (room_ptr_id) SELECT id FROM campaigns_room WHERE key <> 'public' ORDER BY id;"
            "SET CONSTRAINTS ALL IMMEDIATE",
            migrations.RunSQL.noop,
        ),
        migrations.CreateModel(
            name="RGPurchase",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("date", models.PositiveSmallIntegerField()),
                ("body", models.BinaryField(null=True)),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="purchases", to="campaigns.side"
                    ),
                ),
            ],
            options={
                "ordering": ["side", "date"],
            },
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
                "constraints": [
                    models.UniqueConstraint(fields=("purchase", "place"), name="purchase_line_place_is_used_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("group", ""), _negated=True), models.Q(("name", ""), _negated=True)
                        ),
                        name="purchase_line_names_its_group",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("given", True), ("number__gt", 0), _connector="OR"),
                        name="purchase_line_is_counted_if_it_was_bought",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="rgpurchase",
            constraint=models.UniqueConstraint(fields=("side", "date"), name="side_has_one_row_of_purchases_a_date"),
        ),
    ]
