"""A site, with what the portal's list shows of it."""

from django.db import models


class AdminSite(models.Model):  # type: ignore[misc] # Django is not installed where types are checked
    title = models.CharField(max_length=128)
    published = models.BooleanField()
    visibility = models.CharField(max_length=20)
    site_spaces = models.IntegerField()
    created_at = models.DateTimeField()

    class Meta:
        app_label = "django_admin"
        ordering = ("pk",)

    def __str__(self) -> str:
        return str(self.title)
