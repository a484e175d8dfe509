"""What a phone remembers: the language, and who writes."""

from flask import Blueprint
from flask import request
from flask import session
from werkzeug.wrappers import Response

from scorekeeper.config import LANGUAGES
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import back_to

pages = Blueprint("preferences", __name__)

NAME_LENGTH = 60


@pages.post("/language")
@needs(Action.PUBLIC)
def language() -> Response:
    chosen = request.form.get("language")
    if chosen in LANGUAGES:
        session.permanent = True
        session["lang"] = chosen
    return back_to(request.form.get("back", "/"))


@pages.post("/writer")
@needs(Action.ENTER_SITE)
def writer() -> Response:
    name = " ".join(request.form.get("who", "").split())[:NAME_LENGTH]
    session.permanent = True
    session["who"] = "".join(c for c in name if c.isprintable())
    return back_to(request.form.get("back", "/"))
