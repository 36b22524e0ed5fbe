"""Addresses of the rosters app."""

from django.urls import path

from rosters import views

urlpatterns = [
    path("campaigns/<str:public_id>/sheets/", views.sheet_list, name="sheet-list"),
    path("campaigns/<str:public_id>/sheets/<slug:room>/", views.sheets_together, name="sheets-together"),
    path("campaigns/<str:public_id>/sheets/<slug:room>/<slug:key>/", views.sheet, name="sheet"),
    path("campaigns/<str:public_id>/sheets/<slug:room>/<slug:key>/csv/", views.sheet_csv, name="sheet-csv"),
    path("campaigns/<str:public_id>/sheets/<slug:room>/<slug:key>/xlsx/", views.sheet_xlsx, name="sheet-xlsx"),
    path("campaigns/<str:public_id>/sheets/<slug:room>/<slug:key>/pdf/", views.sheet_pdf, name="sheet-pdf"),
    path(
        "campaigns/<str:public_id>/sheets/<slug:room>/<slug:key>/pdf/<int:number>/", views.sheet_file, name="sheet-file"
    ),
    path("campaigns/<str:public_id>/forces/", views.order_of_battle, name="forces"),
    path("campaigns/<str:public_id>/forces/<slug:side>/", views.order_of_battle, name="forces-of"),
]
