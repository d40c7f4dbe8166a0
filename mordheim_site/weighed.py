"""What a function has made is kept by its arguments, as many bytes of it as one says."""

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

TWICE = 2
"""A text is kept with the arguments that it was made of, which are about as long."""


class Weighed:
    """As functools.lru_cache, of a function that makes texts and takes hashable arguments by place;
    what has been asked for least recently goes where there are more than `most_bytes`.

    A text that alone takes an eighth of that isn't kept: it would drive everything else out.
    """

    def __init__(self, make: Callable[..., str], most_bytes: int) -> None:
        self.__wrapped__ = make
        self.most_bytes = most_bytes
        self.bytes = 0
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()

    def __call__(self, *args: Hashable) -> str:
        with self._lock:
            found = self._kept.get(args)
            if found is not None:
                self._kept.move_to_end(args)
                return found
        made = self.__wrapped__(*args)
        if _weight(made) <= self.most_bytes // 8:
            self._keep(args, made)
        return made

    def cache_clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.bytes = 0

    def _keep(self, args: Hashable, made: str) -> None:
        with self._lock:
            before = self._kept.pop(args, None)  # of another thread
            if before is not None:
                self.bytes -= _weight(before)
            self._kept[args] = made
            self.bytes += _weight(made)
            while self.bytes > self.most_bytes:
                _args, gone = self._kept.popitem(last=False)
                self.bytes -= _weight(gone)


def weighed(most_bytes: int) -> Callable[[Callable[..., str]], Weighed]:
    return lambda make: Weighed(make, most_bytes)


def _weight(text: str) -> int:
    return TWICE * sys.getsizeof(text)
