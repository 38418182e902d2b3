"""The rules of Pitch: pure Python, no Django, no clock, no randomness."""
