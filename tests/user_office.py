"""LibreOffice with an extension, as an ordinary user has it."""

from __future__ import annotations

import os
import pwd
import shutil
from pathlib import Path

from desk import soffice
from office import Office


def lacking() -> str:
    """What this machine needs besides LibreOffice for an extension in Python; "" if nothing."""
    needed = ["unopkg", *(["setpriv"] if os.geteuid() == 0 else [])]
    found = [name for name in needed if shutil.which(name) is None]
    if not Path(soffice() or "").resolve().with_name("pythonloader.py").is_file():
        found.append("LibreOffice's Python (on Debian: apt-get install python3-uno)")
    return f"not found: {', '.join(found)}" if found else ""


class UserOffice(Office):
    """LibreOffice as an ordinary user, even when root runs the tests: unopkg refuses root."""

    def _run(self, command: list[str]) -> str:
        if os.geteuid() == 0:
            user = pwd.getpwnam("nobody")
            for path in [self._folder, *self._folder.rglob("*")]:
                os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)
            rights = ["--reuid", str(user.pw_uid), "--regid", str(user.pw_gid), "--clear-groups"]
            command = ["setpriv", *rights, "env", f"HOME={self._folder}", *command]
        return super()._run(command)

    def install(self, extension: bytes) -> None:
        """Add the extension to this profile only."""
        path = self._folder / "xlrating.oxt"
        path.write_bytes(extension)
        profile = f"-env:UserInstallation={self.profile.as_uri()}"
        self._run(["unopkg", "add", "-f", "-s", profile, str(path)])
