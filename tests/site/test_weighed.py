"""A cache that is bounded by what it holds, not by how many things."""

import sys
from concurrent.futures import ThreadPoolExecutor

from mordheim_site.weighed import Weighed

TEXT = "x" * 1000
WEIGHT = 2 * sys.getsizeof(TEXT)


def counting(most_bytes):
    made = []

    def make(letter, length=1000):
        made.append(letter)
        return letter * length

    return Weighed(make, most_bytes), made


def test_the_same_is_made_once():
    cache, made = counting(10 * WEIGHT)
    assert cache("a") == cache("a") == "a" * 1000
    assert made == ["a"]
    cache.cache_clear()
    assert cache("a")
    assert made == ["a", "a"]


def test_what_is_asked_for_least_recently_goes():
    cache, made = counting(10 * WEIGHT)
    for letter in "abcdefghij":
        cache(letter)
    cache("a")
    cache("k")
    assert cache.bytes == 10 * WEIGHT
    del made[:]
    for letter in "ackb":
        cache(letter)
    assert made == ["b"]


def test_a_giant_drives_nothing_out():
    cache, made = counting(10 * WEIGHT)
    cache("a")
    for _ in range(2):
        assert len(cache("b", 5000)) == 5000
    cache("a")
    assert made == ["a", "b", "b"]
    assert cache.bytes == WEIGHT


def test_threads_keep_its_books_right():
    cache, _made = counting(5 * WEIGHT)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(cache, "abcdefghijklmnop" * 50))
    assert cache.bytes == len(cache._kept) * WEIGHT <= 5 * WEIGHT
