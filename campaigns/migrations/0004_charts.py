"""Charts that owners type in; the database itself refuses to change a version."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import campaigns.charts.models

FORWARD = """
CREATE FUNCTION refuse_change_of_chart_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a version of a chart never changes' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER chart_version_never_changes BEFORE UPDATE ON campaigns_chartversion
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_chart_version();
"""

BACKWARD = """
DROP TRIGGER chart_version_never_changes ON campaigns_chartversion;
DROP FUNCTION refuse_change_of_chart_version();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0003_one_device"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ChartBook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "chart_id",
                    models.CharField(
                        default=campaigns.charts.models.new_chart_id, editable=False, max_length=12, unique=True
                    ),
                ),
                ("system", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=60)),
                ("shared", models.BooleanField(default=False)),
                ("draft", models.JSONField(default=dict)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="charts", to=settings.AUTH_USER_MODEL
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
                    "book",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="campaigns.chartbook"
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
            },
        ),
        migrations.AddConstraint(
            model_name="chartbook",
            constraint=models.UniqueConstraint(
                fields=("owner", "system", "name"), name="owner_has_each_chart_name_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="chartbook",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("name", ""), _negated=True), models.Q(("system", ""), _negated=True)),
                name="chart_has_a_name_and_a_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="chartversion",
            constraint=models.UniqueConstraint(fields=("book", "number"), name="chart_has_each_version_once"),
        ),
        migrations.AddConstraint(
            model_name="chartversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gt", 0)), name="chart_versions_are_counted_from_one"
            ),
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
