"""The list of sites: columns, filters and search as in the portal, a hundred rows a page."""

from django.contrib import admin

from bench.django_admin.models import AdminSite


@admin.register(AdminSite)
class SiteAdmin(admin.ModelAdmin):  # type: ignore[misc] # Django is not installed where types are checked
    list_display = ("title", "published", "visibility", "site_spaces", "created_at")
    list_filter = ("published", "visibility")
    search_fields = ("title",)
    list_per_page = 100
