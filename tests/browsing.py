"""A page as a browser without script sees it: its text, and its forms with what they would send."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

FROM_HERE = {"Origin": "http://testserver"}
"""What browsers say of a form that one of our own pages sends."""
VOID = {"br", "hr", "img", "input", "link", "meta"}


@dataclass
class Form:
    """A form: where it posts to, what it sends as it stands, and what its buttons add."""

    action: str
    attributes: dict[str, str]
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def offers(self, name: str) -> list[str]:
        return self.choices.get(name, [])


@dataclass
class Node:
    tag: str
    attributes: dict[str, str]
    text: str = ""


class Page(HTMLParser):
    """Everything that tests ask of a page; keeps to what a browser would make of the HTML."""

    def __init__(self, html: str, path: str = "") -> None:
        super().__init__()
        self.html, self.path = html, path
        self.forms: list[Form] = []
        self.nodes: list[Node] = []
        self._open: list[Node] = []
        self._select = ""
        self._option: Node | None = None
        self._in_form = False
        self._in_template = False  # what stands there is no part of the page yet
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_template = self._in_template or tag == "template"
        if self._in_template:
            return
        attributes = {name: value or "" for name, value in attrs}
        node = Node(tag, attributes)
        self.handle_data(" ")
        self.nodes.append(node)
        if tag not in VOID:
            self._open.append(node)
        if tag == "form":
            self.forms.append(Form(attributes.get("action", self.path), attributes))
            self._in_form = True
        elif self._in_form:
            self._control(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        if self._in_template:
            self._in_template = tag != "template"
            return
        if tag == "form":
            self._in_form = False
        if any(node.tag == tag for node in self._open):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._in_template:
            return
        if self._option is not None and data.strip():
            self._choose(data.strip())
        for node in self._open:
            node.text += data

    def _control(self, tag: str, attributes: dict[str, str]) -> None:
        form, name = self.forms[-1], attributes.get("name", "")
        value = attributes.get("value", "")
        if tag == "button":
            form.buttons.append((name, value))
        elif tag == "select":
            self._select = name
        elif tag == "option":
            self._option = self.nodes[-1]
            if "value" in attributes:
                self._choose(value)
        elif tag == "input" and attributes.get("type") == "radio":
            form.choices.setdefault(name, []).append(value)
            if "checked" in attributes:
                form.fields[name] = value
        elif tag == "input" and attributes.get("type") == "checkbox":
            if "checked" in attributes:
                form.fields[name] = value or "on"
        elif tag == "input" and name:
            form.fields[name] = value

    def _choose(self, value: str) -> None:
        """An option's value, which is its text where it has no other."""
        form, option = self.forms[-1], self._option
        assert option is not None
        form.choices.setdefault(self._select, []).append(value)
        if "selected" in option.attributes:
            form.fields[self._select] = value
        self._option = None

    @property
    def text(self) -> str:
        return " ".join("".join(node.text for node in self.nodes if node.tag == "html").split())

    def find(self, tag: str = "", **wanted: str) -> list[Node]:
        """The elements with these attributes; `class_` is one of the classes."""
        return [node for node in self.nodes if tag in ("", node.tag) and _fits(node, wanted)]

    def form(self, end: str) -> Form:
        """The form whose address ends so."""
        (found,) = [form for form in self.forms if form.action.endswith(end)]
        return found

    def words(self, tag: str = "", **wanted: str) -> list[str]:
        """The text of the elements with these attributes, with single spaces."""
        return [" ".join(node.text.split()) for node in self.find(tag, **wanted)]

    def links(self) -> list[str]:
        return [node.attributes["href"] for node in self.find("a")]


def _fits(node: Node, wanted: dict[str, str]) -> bool:
    if "role" in wanted and "hidden" in node.attributes:
        return False  # nobody is told of it
    for name, value in wanted.items():
        if name == "class_":
            if value not in node.attributes.get("class", "").split():
                return False
        elif node.attributes.get(name.replace("_", "-")) != value:
            return False
    return True


def look(phone: Client, path: str, status: int = 200) -> Page:
    response = phone.get(path)
    assert response.status_code == status, (path, response.status_code)
    return Page(response.content.decode(), path)


def page_of(response: Any) -> Page:
    """The page of an answer; a fragment for htmx is read as if it were a whole one."""
    html = response.content.decode()
    if "<html" not in html:
        html = f"<html>{html}</html>"
    return Page(html, response.request["PATH_INFO"])


def submit(phone: Client, form: Form, *, htmx: bool = False, **changed: str) -> Any:
    """Post the form as a browser would: what stands in it, with `changed` tapped or typed."""
    headers = {**FROM_HERE, "HX-Request": "true"} if htmx else FROM_HERE
    return phone.post(form.action, {**form.fields, **changed}, headers=headers)


def zipped(*contents: bytes) -> int:
    """How many bytes these are when each is compressed by itself."""
    return sum(len(gzip.compress(content, mtime=0)) for content in contents)


def after_303(phone: Client, response: Any) -> Page:
    """The page that a browser is sent on to after a post."""
    assert response.status_code == 303, response.status_code
    return look(phone, response["Location"])


def ids(page: Page) -> Iterator[str]:
    return (node.attributes["id"] for node in page.nodes if "id" in node.attributes)
