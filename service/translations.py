"""Serializes translation settings."""

from service.storage.documents import Fields, serialize_document


def translation_json(organization_id: str, fields: Fields) -> str:
    stored: Fields = {"object": "translation-settings", **fields}
    urls = {"location": f"/v1/orgs/{organization_id}/translations/{fields['id']}"}
    return serialize_document(stored, {"urls": urls}, permissions="translation")
