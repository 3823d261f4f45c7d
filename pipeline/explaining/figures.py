"""Numbers in a text: so many decimals, halves away from zero, and a true minus sign."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

FEWEST, MOST = 2, 6
"""Decimals that a calculation is shown with: as few as let the shown numbers add up."""
_NOISE = 9
"""Decimals beyond which a float is noise: 1606.1249999999998 is 1606.125, and its half goes up."""


class Figure(float):
    """A number as it stands in a text; a language with a decimal comma writes its own (`pipeline.words.told`)."""

    text: str

    def __new__(cls, value: float, text: str) -> Figure:
        """Show `value` as `text`, which has a decimal point where it has any."""
        new = super().__new__(cls, value)
        new.text = text
        return new

    def __format__(self, spec: str) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text


def rounded(value: float, decimals: int) -> Decimal:
    """The value with so many decimals, halves away from zero."""
    return Decimal(repr(round(float(value), _NOISE))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def shown(value: float, decimals: int = FEWEST, *, short: bool = False, signed: bool = False) -> Figure:
    """A figure: a whole number without decimals; `short`, no zeros at the end of others that are exact; or with +."""
    exact = rounded(value, decimals)
    if exact == exact.to_integral_value() and abs(value - float(exact)) < 10.0**-_NOISE:
        exact = exact.quantize(Decimal(1))
    exact = exact or abs(exact)  # no -0
    text = f"{exact:+f}" if signed and exact else f"{exact:f}"
    if short and "." in text and abs(value - float(exact)) < 10.0**-_NOISE:
        text = text.rstrip("0")
    return Figure(value, text.replace("-", "−"))


def without_sign(figure: Figure) -> Figure:
    """The same without its minus."""
    return Figure(abs(figure), figure.text.removeprefix("−"))
