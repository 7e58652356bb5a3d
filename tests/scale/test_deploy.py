"""The files in deploy/ agree with each other and with the package, and their checker finds what is wrong."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import longroad
from scale.programs import ROOT, program

pytest.importorskip("ray", reason="it brings PyYAML and jsonschema")
import yaml

DEPLOY = ROOT / "deploy"
MANIFESTS = sorted(DEPLOY.glob("*.yaml"))
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
check_manifest = program("deploy/check_manifest.py")
try_dockerfile = program("deploy/try_dockerfile.py")

#: In the form of a resource definition of KubeRay's, small.
DEFINITION: dict[str, Any] = {
    "spec": {
        "group": "ray.io",
        "names": {"kind": "RayCluster"},
        "versions": [
            {
                "name": "v1",
                "served": True,
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {
                            "apiVersion": {"type": "string"},
                            "kind": {"type": "string"},
                            "metadata": {"type": "object"},
                            "spec": {
                                "type": "object",
                                "required": ["rayVersion"],
                                "properties": {
                                    "rayVersion": {"type": "string"},
                                    "replicas": {"type": "integer", "nullable": True},
                                    "labels": {"type": "object", "additionalProperties": {"type": "string"}},
                                    "anything": {
                                        "type": "object",
                                        "x-kubernetes-preserve-unknown-fields": True,
                                    },
                                    "ports": {
                                        "type": "array",
                                        "items": {
                                            "type": "object",
                                            "properties": {
                                                "port": {
                                                    "anyOf": [{"type": "integer"}, {"type": "string"}],
                                                    "x-kubernetes-int-or-string": True,
                                                }
                                            },
                                        },
                                    },
                                },
                            },
                        },
                    }
                },
            },
            {"name": "v1alpha1", "served": False, "schema": {"openAPIV3Schema": {"type": "object"}}},
        ],
    }
}
SPEC = {
    "rayVersion": "2.60.0",
    "replicas": None,
    "labels": {"any": "name"},
    "anything": {"at": "all"},
    "ports": [{"port": 80}, {"port": "http"}],
}


def documents(path: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(path.read_text()))


def everything(node: Any, name: str) -> list[Any]:
    """The values of all fields of this name."""
    if isinstance(node, dict):
        here = [node[name]] if name in node else []
        return here + [found for value in node.values() for found in everything(value, name)]
    return [found for value in node for found in everything(value, name)] if isinstance(node, list) else []


def said(document: dict[str, Any]) -> list[str]:
    found: list[str] = check_manifest.complaints(document, check_manifest.schemas_of([DEFINITION]))
    return found


def cluster(**changes: Any) -> dict[str, Any]:
    metadata = {"name": "a", "labels": {"b": "c"}}
    return {"apiVersion": "ray.io/v1", "kind": "RayCluster", "metadata": metadata, "spec": SPEC | changes}


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.name)
def test_manifests_name_one_image_and_one_version_of_ray(path: Path) -> None:
    ray = re.findall(r"^ARG RAY_VERSION=(\S+)$", DOCKERFILE, re.MULTILINE)
    for document in documents(path):
        assert document["apiVersion"] and document["kind"] and document["metadata"]
        assert everything(document, "rayVersion") in ([], ray)
        images = set(everything(document, "image"))
        assert images <= {"${LONGROAD_REGISTRY}/longroad:" + longroad.__version__}


def test_the_cluster_has_what_it_should() -> None:
    (document,) = documents(DEPLOY / "raycluster.yaml")
    spec = document["spec"]
    assert spec["headGroupSpec"]["rayStartParams"] == {"num-cpus": "0"}, "the head does no jobs"
    assert spec["authOptions"] == {"mode": "token"}
    assert len(everything(document, "image")) == 1 + len(spec["workerGroupSpecs"])
    for group in spec["workerGroupSpecs"]:
        assert group["minReplicas"] <= group["replicas"] <= group["maxReplicas"]
    for resources in everything(document, "resources"):
        assert resources["requests"] == resources["limits"]
    (claim,) = documents(DEPLOY / "results.yaml")
    assert everything(document, "claimName") == [claim["metadata"]["name"]]
    (job,) = documents(DEPLOY / "rayjob.yaml")
    assert job["spec"]["clusterSelector"] == {"ray.io/cluster": document["metadata"]["name"]}


def test_the_image_has_versions_that_the_package_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert f"--tag longroad:{project['version']}" in DOCKERFILE
    (extras,) = re.findall(r"^ARG EXTRAS=(\S+)$", DOCKERFILE, re.MULTILINE)
    assert set(extras.split(",")) <= set(project["optional-dependencies"])
    (least,) = re.findall(
        r"^ray(?:\[\w+\])?>=([\d.]+)$", "\n".join(project["optional-dependencies"]["scale"]), re.M
    )
    (ray,) = re.findall(r"^ARG RAY_VERSION=(\S+)$", DOCKERFILE, re.MULTILINE)
    assert [*map(int, ray.split("."))] >= [*map(int, least.split("."))]


def test_every_step_of_the_dockerfile_can_be_tried() -> None:
    steps = try_dockerfile.steps(DOCKERFILE)
    known = {"FROM", "ARG", "ENV", "WORKDIR", "USER", "COPY", "RUN", "CMD"}
    assert {step.keyword for step in steps} == known
    assert [step.text for step in steps if step.keyword == "USER"] == ["longroad"], "not root"
    assert try_dockerfile.ignored((DEPLOY / "Dockerfile.dockerignore").read_text())


def test_a_step_that_cannot_be_tried_is_refused(tmp_path: Path) -> None:
    image = try_dockerfile.Image(tmp_path, [])
    with pytest.raises(SystemExit, match="VOLUME /data: a step that cannot be tried"):
        image.do(try_dockerfile.Step("VOLUME", "/data"))
    with pytest.raises(SystemExit, match="only patterns like"):
        try_dockerfile.ignored("build/*.o\n")


def test_a_document_by_its_schema_is_valid() -> None:
    assert said(cluster()) == []


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        (cluster(replica=1), "spec: Additional properties are not allowed ('replica' was unexpected)"),
        (cluster(replicas="1"), "spec.replicas: '1' is not of type 'integer', 'null'"),
        (cluster(labels={"a": 1}), "spec.labels.a: 1 is not of type 'string'"),
        (
            cluster(ports=[{"ports": 1}]),
            "spec.ports.0: Additional properties are not allowed ('ports' was unexpected)",
        ),
        (cluster() | {"spec": {}}, "spec: 'rayVersion' is a required property"),
        (
            cluster() | {"metadata": {"nam": "a"}},
            "metadata: Additional properties are not allowed ('nam' was unexpected)",
        ),
        (cluster() | {"apiVersion": "ray.io/v1alpha1"}, "no schema for ray.io/v1alpha1 RayCluster was given"),
    ],
)
def test_what_is_wrong_is_found_and_named(document: dict[str, Any], complaint: str) -> None:
    assert said(document) == [complaint]


def test_the_checker_reads_definitions_from_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The definition here lacks most fields, so the manifest is wrong by it."""
    file = tmp_path / "definition.yaml"
    file.write_text(yaml.safe_dump(DEFINITION))
    assert check_manifest.main([str(file)]) == 1
    printed = capsys.readouterr().out
    assert "raycluster.yaml: ray.io/v1 RayCluster: spec: Additional properties are not allowed" in printed
    assert "rayjob.yaml: ray.io/v1 RayJob: no schema for ray.io/v1 RayJob was given" in printed
    assert "results.yaml: v1 PersistentVolumeClaim: not KubeRay's, not checked" in printed
