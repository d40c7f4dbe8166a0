"""Exit 0 when the web server of this container answers on /healthz."""

import http.client
import os
import sys


def main() -> int:
    connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=4)
    # Named like the site itself, or ALLOWED_HOSTS would refuse the question.
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip()
    try:
        connection.request("GET", "/healthz", headers={"Host": host})
        return 0 if connection.getresponse().status == 200 else 1
    except OSError as failure:
        print(failure, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
