"""Form fields and widgets that all forms share, and the texts of their errors.

A field renders itself: its limits and hints for keyboards stand in its widget, and its label, its
help and its errors come from one template, `core/_field.html`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.forms.renderers import TemplatesSetting

from scorepads.rules.terms import is_visible

Choices = list[tuple[str, str]]

INVISIBLE = re.compile(r"[\s\x00-\x1f\x7f\u0085\u200b\u2028\u2029\ufeff]+")
# They reverse the text after them, so a name would spoil the sentence that it stands in.
DIRECTION_MARKS = re.compile("[\u202a-\u202e\u2066-\u2069]")


def tidy_text(text: str) -> str:
    """A name or note as it is stored: composed, on one line, without invisible characters."""
    composed = DIRECTION_MARKS.sub("", unicodedata.normalize("NFC", text))
    kept = INVISIBLE.sub(" ", composed).strip()
    return kept if is_visible(kept) else ""


def as_sentence(message: str) -> str:
    """A problem's message as a sentence: with a capital, and a full stop if it is no question."""
    return f"{message[:1].upper()}{message[1:]}{'' if message.endswith('?') else '.'}"


@dataclass(frozen=True, slots=True)
class FieldError:
    """An error in the summary above a form, with the field that it links to."""

    name: str
    label: str
    text: str


class FormField(forms.BoundField):
    """A field on its form; its help and its errors are named after its input."""

    @property
    def dom_id(self) -> str:
        """The id of the input."""
        return str(self.field.widget.attrs.get("id") or self.auto_id)

    @property
    def anchor(self) -> str:
        """Where a link to the field leads: its input, or the frame of its segments."""
        return f"f-{self.dom_id}" if self.use_fieldset else self.dom_id

    @property
    def aria_describedby(self) -> str:
        """The ids of what explains the field: its errors, then its help."""
        named = self.field.widget.attrs.get("aria-describedby", "")
        ids = [f"{self.dom_id}-error" if self.errors else "", str(named)]
        if self.help_text:
            ids.append(f"{self.dom_id}-help")
        return " ".join(filter(None, ids))

    def css_classes(self, extra_classes: Any = None) -> str:
        """The CSS classes of the frame: `bad` where there is an error, and the widget's own."""
        own = getattr(self.field.widget, "frame", "")
        return " ".join(filter(None, [own, super().css_classes(extra_classes)]))


class FieldRenderer(TemplatesSetting):
    """Renders widgets by the project's templates, and fields by the one for all."""

    field_template_name = "core/_field.html"


class Form(forms.Form):
    """A form whose fields render themselves; an input's id is its name."""

    default_renderer = FieldRenderer
    bound_field_class = FormField
    error_css_class = "bad"
    use_required_attribute = False  # the server says what is missing, in words

    def __init__(self, data: Any = None, files: Any = None, **options: Any) -> None:
        super().__init__(data, files, auto_id="%s", **options)

    def __getitem__(self, name: str) -> FormField:
        return cast(FormField, super().__getitem__(name))


class Segments(forms.RadioSelect):
    """Radio buttons as segments, side by side.

    `layout` says how they lie (`wrap`, `nums`), `css` has the classes of single segments by
    their values, `frame` that of the frame; with `are_names` they are cut like names of sides.
    `usual` is marked where nothing was said.
    """

    template_name = "core/widgets/segments.html"

    def __init__(
        self,
        layout: str = "",
        *,
        usual: str = "",
        css: Mapping[str, str] | None = None,
        frame: str = "",
        are_names: bool = False,
    ) -> None:
        super().__init__()
        self.layout, self.usual, self.frame = layout, usual, frame
        self.css, self.are_names = css or {}, are_names

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """The template context: the segments, each with whether it is marked."""
        marked = self.usual if value is None else str(value)
        segments = [
            {
                "value": str(each),
                "label": label,
                "css": self.css.get(str(each), ""),
                "is_marked": str(each) == marked,
            }
            for each, label in self.choices
        ]
        layout = f"seg {self.layout} of{len(segments)}" if self.layout == "nums" else "seg"
        if self.layout == "wrap":
            layout += " wrap"
        widget = {"name": name, "layout": layout, "are_names": self.are_names}
        return {"widget": widget, "segments": segments}


MAX_IN_A_ROW = 3
"""The most sides that stand in one row of segments; more are wrapped."""


def layout_of_sides(sides: int) -> str:
    """How segments with the names of so many sides lie."""
    return "wrap" if sides > MAX_IN_A_ROW else ""


class Ticks(forms.CheckboxSelectMultiple):
    """Checkboxes, one below the other."""

    template_name = "core/widgets/ticks.html"


class TidyField(forms.CharField):
    """Optional text on one line; text of invisible characters only is empty.

    `attrs` are attributes of the input: its placeholder, how a phone's keyboard behaves.
    """

    def __init__(self, longest: int, label: str | None = None, **attrs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off", **html_attributes(attrs)})
        super().__init__(required=False, max_length=longest, label=label, widget=widget)

    def to_python(self, value: Any) -> str:
        return tidy_text(super().to_python(value) or "")


class OneOf(forms.ChoiceField):
    """An optional choice, shown as segments."""

    def __init__(
        self,
        choices: Iterable[tuple[Any, str]],
        label: str | None = None,
        *,
        widget: forms.Widget | None = None,
        help_text: str = "",
    ) -> None:
        listed = [(str(value), label) for value, label in choices]
        message = {"invalid_choice": "Choose one of these."}
        super().__init__(
            choices=listed,
            required=False,
            label=label,
            widget=widget or Segments(),
            help_text=help_text,
            error_messages=message,
        )


def whole_number(
    least: int, most: int, label: str | None = None, *, required: bool = True, **attrs: Any
) -> forms.IntegerField:
    """A field for a whole number between two limits; `attrs` are attributes of its input."""
    message = f"Give a whole number from {least} to {most}.".replace("-", "−")
    codes = ("required", "invalid", "min_value", "max_value")
    keyboard = {} if least < 0 else {"inputmode": "numeric"}  # which may lack the minus
    return forms.IntegerField(
        min_value=least,
        max_value=most,
        required=required,
        label=label,
        widget=forms.NumberInput(attrs={**keyboard, **html_attributes(attrs)}),
        error_messages=dict.fromkeys(codes, message),
    )


def html_attributes(named: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes by their names in HTML: `css` is class, and `data_preset` is data-preset."""
    return {
        "class" if name == "css" else name.replace("_", "-"): value for name, value in named.items()
    }
