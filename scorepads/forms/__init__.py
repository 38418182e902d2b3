"""Forms built from a pad's rules. What a hand may contain is judged by the rules alone.

A form turns what was tapped into plain facts, asks `scorepads.rules` about them, and puts
every problem beside the field that caused it.
"""

from scorepads.forms.adjustment import AdjustmentForm
from scorepads.forms.hand import HandForm
from scorepads.forms.opening import OpenForm
from scorepads.forms.target import TargetForm

__all__ = ["AdjustmentForm", "HandForm", "OpenForm", "TargetForm"]
