"""Known vulnerabilities of what is pinned: see `script/audit`, which runs this.

pip-audit ends well where its service knows nothing of a package, as a mirror of an index that has
files only. Here what was not looked up counts as not audited.
"""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SERVICES = {"pypi": 20, "osv": 8}
"""Asked in this order until one has answered about everything, each for so many seconds at most."""
NONE_KNOWN, KNOWN, NOT_AUDITED = 0, 1, 75


def ask(service: str, files: Iterable[Path], arguments: list[str]) -> list[dict] | None:
    """What a service says of each package, or None where it cannot be asked."""
    command = [sys.executable, "-m", "pip_audit", "--vulnerability-service", service]
    command += ["--timeout", "5", "--progress-spinner", "off", "--format", "json"]
    command += ["--disable-pip", "--require-hashes", *arguments]
    for file in files:
        command += ["--requirement", str(file)]
    try:
        done = subprocess.run(  # noqa: S603  # our own arguments, and no shell
            command, capture_output=True, text=True, timeout=SERVICES[service], check=False
        )
        return json.loads(done.stdout)["dependencies"]
    except subprocess.TimeoutExpired:
        say(f"{service}: no answer in {SERVICES[service]} seconds.")
    except (ValueError, KeyError):
        say(f"{service}: {(done.stderr.strip().splitlines() or ['no answer'])[-1][:200]}")
    return None


def verdict(service: str, packages: list[dict]) -> int:
    """Says what is known, and what was not looked up."""
    known = [(package, found) for package in packages for found in package.get("vulns", ())]
    for package, found in known:
        fixed = ", ".join(found["fix_versions"]) or "nothing yet"
        say(f"{package['name']} {package['version']}: {found['id']}, fixed in {fixed}")
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    if skipped or not packages:
        say(f"{service}: {len(skipped)} of {len(packages)} packages were not looked up.")
    if known:
        return KNOWN
    return NOT_AUDITED if skipped or not packages else NONE_KNOWN


def say(line: str) -> None:
    print(line, file=sys.stderr)  # noqa: T201


def main(arguments: list[str]) -> int:
    files = sorted(ROOT.glob("requirements*.txt"))
    for service in SERVICES:
        packages = ask(service, files, arguments)
        if packages is None:
            continue
        found = verdict(service, packages)
        if found == KNOWN:
            say("VULNERABLE: see above.")
        if found == NONE_KNOWN:
            say(f"Audited: {len(packages)} packages, no vulnerability is known to {service}.")
        if found != NOT_AUDITED:
            return found
    say("NOT AUDITED: whether these packages are vulnerable is not known. Ask again with internet.")
    return NOT_AUDITED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
