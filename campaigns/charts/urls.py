"""Addresses of charts."""

from django.urls import path

from campaigns.charts import views
from campaigns.charts.kinds import MAP

urlpatterns = [
    path("charts/", views.chart_list, name="chart-list"),
    path("charts/new/", views.chart_begin, name="chart-begin"),
    path("charts/practice/<str:system>/map/", views.chart_practice, {"kind": MAP}, name="map-practice"),
    path(
        "charts/practice/<str:system>/map/<str:file>",
        views.chart_practice_file,
        {"kind": MAP},
        name="map-practice-file",
    ),
    path("charts/blank/<str:system>/map/<str:file>", views.chart_blank, {"kind": MAP}, name="map-blank"),
    path("charts/practice/<str:system>/", views.chart_practice, name="chart-practice"),
    path("charts/practice/<str:system>/<str:file>", views.chart_practice_file, name="chart-practice-file"),
    path("charts/blank/<str:system>/<str:file>", views.chart_blank, name="chart-blank"),
    path("charts/<str:chart_id>/", views.chart, name="chart"),
    path("charts/<str:chart_id>/toml/", views.chart_toml, name="chart-toml"),
    path("charts/<str:chart_id>/remove/", views.chart_remove, name="chart-remove"),
    path("charts/<str:chart_id>/sheets/<str:sheet>/", views.chart_sheet, name="chart-sheet"),
    path("charts/<str:chart_id>/sheets/<str:sheet>/csv/", views.chart_csv, name="chart-csv"),
    path("charts/<str:chart_id>/versions/<int:number>/", views.chart_version, name="chart-version"),
    path("charts/<str:chart_id>/versions/<int:number>/<str:file>", views.chart_file, name="chart-file"),
]
