"""Which messages float over a page, and which stand in it."""

from flask import Flask, flash

from masthead.web.frame.pages import ADVICE, list_other_messages


def test_at_most_two_float_with_the_question_for_a_name(portal: Flask) -> None:
    sent = (("First.", "warning"), ("Second.", "warning"), ("Advice.", ADVICE), ("Saved.", "saved"))
    for questions, floating in (([], ["Second.", "Saved."]), ([("", "name")], ["Saved."])):
        with portal.test_request_context():
            for text, kind in (*questions, *sent):
                flash(text, kind)
            found = [[each.text for each in part] for part in list_other_messages()]
        rest = [text for text, _ in sent if text not in floating]
        assert found == [rest, floating]
