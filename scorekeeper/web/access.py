"""The access code: asked once a phone when the service is open to the network."""

from flask import Blueprint
from flask import current_app
from flask import g
from flask import request
from flask import session
from werkzeug.wrappers import Response

from scorekeeper.schemas.forms import Code
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.services import access
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.gate import SIGN_IN
from scorekeeper.web.limits import Kind
from scorekeeper.web.limits import Throttle
from scorekeeper.web.limits import limited
from scorekeeper.web.pages import back_to
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import go
from scorekeeper.web.pages import page
from scorekeeper.web.pages import words

pages = Blueprint("access", __name__)

# A code by chance is out of reach of any guessing; this only saves the processor. A whole club may
# sit behind one address, and a few who guess must not keep everybody else out.
TRIES = Throttle(each=20, everyone=400, seconds=60)


@pages.get("/access")
@needs(Action.PUBLIC)
def ask() -> str | Response:
    if not g.private and SIGN_IN in current_app.view_functions:
        return go(SIGN_IN, back=request.args.get("back", "/"))  # the code opens nothing any more
    return _show("")


@pages.post("/access")
@needs(Action.PUBLIC)
@limited(Kind.GUESS)
def enter() -> Response | tuple[str, int] | tuple[str, int, dict[str, str]]:
    t = words()
    address = request.remote_addr or ""
    wait = TRIES.wait(address)
    if wait:
        return _show(t("web.access.wait", wait)), 429, {"Retry-After": str(wait)}
    try:
        code = read(Code, request.form)["code"]
    except FormError:
        return _show(t("web.access.missing")), 422
    if not access.check_access_code(desk(), code):
        TRIES.failed(address)
        return _show(t("web.access.wrong")), 403
    session.permanent = True
    session["access"] = access.access_mark(desk())
    return back_to(request.form.get("back", "/"))


def _show(error: str) -> str:
    back = request.values.get("back", "/")
    return page("web/access.html", error=error, back=back, club_id=None, menu=False)
