#!/bin/sh
# `docker run -p 8000:8000 -v refit:/data refit-room run`: all of it in one container, as `make run` has it elsewhere.
# With words behind it a command of manage.py for the same data: `docker exec NAME run doctor`.
set -eu
export REFIT_MODE=embedded REFIT_VAR=/data REFIT_STATIC= REFIT_URL="${REFIT_URL:-http://localhost:8000}"

grep -q ' /data ' /proc/mounts || echo "Nothing is mounted at /data, so all of it goes with this container:" \
    "put -v refit:/data behind docker run to keep it." >&2
if ! [ -w /data ]; then
    echo "Refit Room did not start: the user $(id -u) may not write to /data. Mount a volume of Docker" \
        "(-v refit:/data), or give the folder to that user: chown -R $(id -u) FOLDER" >&2
    exit 1
fi
case "${1:---}" in
--*) exec python -m launch.supervisor "$@" ;;
*) exec python manage.py "$@" ;;
esac
