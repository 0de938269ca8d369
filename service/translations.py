"""Serializes translation settings."""

from service.storage.documents import Fields, serialize


def translation_json(organization_id: str, fields: Fields) -> str:
    stored: Fields = {"object": "translation-settings", **fields}
    urls = {"location": f"/v1/orgs/{organization_id}/translations/{fields['id']}"}
    return serialize(stored, {"urls": urls}, permissions="translation")
