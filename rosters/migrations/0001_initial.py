import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("campaigns", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="SheetJob",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("room", models.CharField(max_length=30)),
                ("sheet", models.CharField(max_length=30)),
                ("number", models.PositiveIntegerField()),
                ("language", models.CharField(blank=True, default="", max_length=20)),
                ("side", models.CharField(blank=True, default="", max_length=30)),
                (
                    "status",
                    models.CharField(
                        choices=[("queued", "Queued"), ("working", "Working"), ("done", "Done"), ("failed", "Failed")],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("requested_by", models.CharField(max_length=150)),
                ("created_at", models.DateTimeField()),
                ("queued_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("source", models.BinaryField()),
                ("body", models.BinaryField(null=True)),
                ("error", models.CharField(blank=True, max_length=200)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "ordering": ["-number", "-language"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("queued", "working"))),
                        fields=["status"],
                        name="sheet_job_unfinished",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("campaign", "room", "sheet", "number", "language", "side"), name="sheet_is_made_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["queued", "working", "done", "failed"])),
                        name="sheet_job_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("room", ""), _negated=True), models.Q(("sheet", ""), _negated=True)
                        ),
                        name="sheet_job_says_what_is_wanted",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("body__isnull", False), ("status", "done")),
                            models.Q(models.Q(("status", "done"), _negated=True), ("body", None)),
                            _connector="OR",
                        ),
                        name="sheet_job_is_done_exactly_when_it_has_its_paper",
                    ),
                ],
            },
        ),
    ]
