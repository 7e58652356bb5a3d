"""Checks the manifests in deploy/ against the schemas of KubeRay's own resource definitions.

    python deploy/check_manifest.py ray.io_rayclusters.yaml ray.io_rayjobs.yaml

The definitions are files of KubeRay's repository, under ``ray-operator/config/crd/bases``; take those of the
version that your cluster runs. As Kubernetes does with strict validation, a field that no schema names is an
error. Rules that schemas state in CEL (``x-kubernetes-validations``) are not evaluated.

Prints a line per document; exit code 1 if one is wrong, or if there is no schema for a document of KubeRay's.
Needs the extra ``scale`` (Ray brings jsonschema and PyYAML).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import yaml

#: What everybody may write into ``metadata``; definitions leave it to Kubernetes.
_METADATA = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "generateName": {"type": "string"},
        "namespace": {"type": "string"},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "annotations": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}

Kind = tuple[str, str]


def schemas_of(definitions: Iterable[Mapping[str, Any]]) -> dict[Kind, dict[str, Any]]:
    """By ``apiVersion`` and ``kind``, a closed JSON schema for every version that is served."""
    found = {}
    for definition in definitions:
        spec = definition["spec"]
        for version in spec["versions"]:
            if version["served"]:
                schema = closed(version["schema"]["openAPIV3Schema"])
                schema["properties"]["metadata"] = closed(_METADATA)
                schema["required"] = sorted({*schema.get("required", ()), "apiVersion", "kind", "metadata"})
                found[f"{spec['group']}/{version['name']}", spec["names"]["kind"]] = schema
    return found


def closed(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A structural schema as a JSON schema in which objects have no fields but those that are named.

    >>> closed({"type": "object", "properties": {"a": {"type": "string", "nullable": True}}})
    {'type': 'object', 'properties': {'a': {'type': ['string', 'null']}}, 'additionalProperties': False}
    """
    made = {key: value for key, value in schema.items() if key not in ("nullable", "description", "default")}
    for key in ("items", "additionalProperties", "not"):
        if isinstance(made.get(key), Mapping):
            made[key] = closed(made[key])
    if "properties" in made:
        made["properties"] = {name: closed(value) for name, value in made["properties"].items()}
    if made.get("type") == "object" and not schema.get("x-kubernetes-preserve-unknown-fields"):
        made.setdefault("additionalProperties", False)
    if schema.get("nullable"):
        made["type"] = [made["type"], "null"]
    return made


def complaints(document: Mapping[str, Any], schemas: Mapping[Kind, Mapping[str, Any]]) -> list[str]:
    """What is wrong with a document, a line each, the place first."""
    kind = document.get("apiVersion", ""), document.get("kind", "")
    if kind not in schemas:
        return [f"no schema for {' '.join(kind)} was given"]
    errors = jsonschema.Draft7Validator(schemas[kind]).iter_errors(document)
    return [
        f"{'.'.join(map(str, error.absolute_path)) or 'the document'}: {error.message}" for error in errors
    ]


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__, file=sys.stderr)
        return 2
    schemas = schemas_of(
        definition
        for name in arguments
        for definition in yaml.safe_load_all(Path(name).read_text())
        if definition
    )
    wrong = False
    for path in sorted(Path(__file__).parent.glob("*.yaml")):
        for document in yaml.safe_load_all(path.read_text()):
            kind = f"{document['apiVersion']} {document['kind']}"
            if not document["apiVersion"].startswith("ray.io/"):
                print(f"{path.name}: {kind}: not KubeRay's, not checked")
                continue
            found = complaints(document, schemas)
            wrong = wrong or bool(found)
            print("\n".join(f"{path.name}: {kind}: {said}" for said in found or ["valid"]))
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
