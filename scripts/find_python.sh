#!/bin/sh
# Print the Python to build with: 3.11 or newer, one that can make virtual environments if possible.
# PYTHON=/path/to/python comes first. Exit 1 with one line when there is none.

new_enough='import sys; sys.exit(sys.version_info < (3, 11))'
fallback=""
seen=""

for candidate in ${PYTHON:-} python3.13 python3.12 python3.11 python3.14 python3 python; do
    version=$("$candidate" -V 2>&1) || continue
    if ! "$candidate" -c "$new_enough" 2>/dev/null; then
        seen="$seen $candidate is $version;"
        continue
    fi
    if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
        echo "$candidate"
        exit 0
    fi
    fallback=${fallback:-$candidate}
done

if [ -n "$fallback" ]; then
    echo "$fallback"
    exit 0
fi
echo "Ciudad Maldita needs Python 3.11 or newer.${seen:+ Found:${seen%;}.}" \
    "Install one, or name it: make play PYTHON=/path/to/python3" >&2
exit 1
