"""Pages without their indentation: what is typed or quoted keeps every space."""

import pytest

from campaigns.templatetags.thin import thinned


@pytest.mark.parametrize(
    ("made", "sent"),
    [
        ("<p>\n    one\n  two</p>", "<p>\none\ntwo</p>"),
        ("<p>one  two</p>", "<p>one  two</p>"),
        ("<textarea>\n  one\n  two</textarea>\n  <p>", "<textarea>\n  one\n  two</textarea>\n<p>"),
        ("<pre>a\n  b</pre>\n\n <pre>c\n  d</pre>", "<pre>a\n  b</pre>\n<pre>c\n  d</pre>"),
    ],
)
def test_only_indentation_goes(made, sent):
    assert thinned(made) == sent
