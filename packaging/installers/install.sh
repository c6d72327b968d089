#!/bin/sh
# @TITLE@ @VERSION@ for Linux: installs it for the user who runs this file, into the home folder. Needs no root.
#
#     sh @NAME@-....run                install, or bring up to date
#     sh @NAME@-....run --uninstall    uninstall it; battles and settings stay
#
# The program itself lies behind the last line of this script.

set -eu

app="$HOME/.local/opt/@NAME@"
link="$HOME/.local/bin/@NAME@"
share="${XDG_DATA_HOME:-$HOME/.local/share}"
list="$app/installed-files"

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

stop_while_running() {
    for process in /proc/[0-9]*; do
        if [ "$(readlink "$process/exe" 2>/dev/null)" = "$app/@NAME@" ]; then
            fail "@TITLE@ is running. Close it first; nothing was changed."
        fi
    done
}

tell_desktop() {
    if command -v update-mime-database >/dev/null; then update-mime-database "$share/mime" >/dev/null 2>&1 || true; fi
    if command -v update-desktop-database >/dev/null; then update-desktop-database -q "$share/applications" || true; fi
    if [ -d "$share/icons/hicolor" ]; then touch "$share/icons/hicolor"; fi
}

remove_listed() {
    if [ -f "$list" ]; then
        while IFS= read -r file; do rm -f "$share/$file"; done <"$list"
    fi
}

uninstall() {
    [ -d "$app" ] || fail "@TITLE@ is not installed in $app."
    stop_while_running
    remove_listed
    if [ "$(readlink "$link" 2>/dev/null)" = "$app/@NAME@" ]; then rm -f "$link"; fi
    rm -rf "$app"
    tell_desktop
    say "@TITLE@ has been removed. Your battles (the folder @TITLE@ in your documents) and your settings are still there."
}

check_system() {
    for tool in tar xz sha256sum; do
        command -v "$tool" >/dev/null || fail "“$tool” is needed to unpack and is missing. Install it and try again."
    done
    found=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/^glibc //')
    [ -n "$found" ] || fail "This system does not use glibc, so @TITLE@ cannot run on it."
    oldest=$(printf '%s\n%s\n' "@GLIBC@" "$found" | sort -V | head -n 1)
    [ "$oldest" = "@GLIBC@" ] || fail "This system is too old: @TITLE@ needs glibc @GLIBC@, and this system has $found."
}

missing_libraries() {
    command -v ldd >/dev/null || return 0
    for file in "$app/_internal/PySide6/Qt/plugins/platforms/libqxcb.so" "$app/_internal/PySide6/Qt/lib/libQt6Gui.so.6"; do
        LD_LIBRARY_PATH="$app/_internal" ldd "$file" 2>/dev/null | sed -n 's/^[[:space:]]*\(.*\) => not found.*/\1/p'
    done | sort -u | tr '\n' ' '
}

install() {
    check_system
    stop_while_running
    say "Unpacking @TITLE@ @VERSION@ (@MEGABYTES@ MB) into $app ..."
    sum=$(tail -n +$((@LINES@ + 1)) "$0" | sha256sum | cut -d ' ' -f 1)
    [ "$sum" = "@SHA256@" ] || fail "This file is damaged; download it again. Nothing was changed."
    new="$app.new"
    rm -rf "$new"
    mkdir -p "$new" "$share" "$(dirname "$link")"
    trap 'rm -rf "$new"' EXIT
    tail -n +$((@LINES@ + 1)) "$0" | tar -x -J -C "$new" --no-same-owner ||
        fail "It could not be unpacked: is the disk full? Nothing was changed."
    sed -i "s|@PROGRAM@|\"$app/@NAME@\"|" "$new/share/applications/@NAME@.desktop"
    (cd "$new/share" && find . -type f | sed 's|^\./||' | sort) >"$new/@NAME@/installed-files"
    head -n @LINES@ "$0" >"$new/@NAME@/uninstall.sh"
    # From here on it takes a moment: the old program goes, the new one comes.
    remove_listed
    rm -rf "$app"
    mv "$new/@NAME@" "$app"
    cp -R "$new/share/." "$share/"
    ln -sf "$app/@NAME@" "$link"
    tell_desktop
    missing=$(missing_libraries)
    if [ -n "$missing" ]; then
        say "These libraries are missing on this system; install them, or no window will open: $missing"
    fi
    say "@TITLE@ @VERSION@ is installed. It is in the menu, and its battles open with a double-click."
    say "To uninstall it: sh $app/uninstall.sh --uninstall"
}

case "${1:-}" in
    "") install ;;
    --uninstall) uninstall ;;
    *) sed -n '2,7s/^# \{0,1\}//p' "$0" ;;
esac
exit 0
