"""The Django project around the score pads: settings, logs, and how it is served."""
