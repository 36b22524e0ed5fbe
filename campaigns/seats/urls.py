"""URLs of the pages about seats."""

from django.urls import path

from campaigns.seats import views

urlpatterns = [
    path("campaigns/<str:public_id>/people/admit/<int:seat_id>/", views.umpire_admit, name="umpire-admit"),
    path("campaigns/<str:public_id>/people/dismiss/<int:seat_id>/", views.umpire_dismiss, name="umpire-dismiss"),
    path("campaigns/<str:public_id>/people/remove/<int:seat_id>/", views.seat_remove, name="seat-remove"),
    path("campaigns/<str:public_id>/people/leave/", views.seat_leave, name="seat-leave"),
    path("campaigns/<str:public_id>/replacement/", views.replacement, name="replacement"),
    path("campaigns/<str:public_id>/umpire/", views.umpire, name="umpire"),
]
