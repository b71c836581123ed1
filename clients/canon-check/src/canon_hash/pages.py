"""contentHash of a canonical PDF, from its definition alone (`text-3`)."""

import copy
import hashlib
import math
import re
import unicodedata
from typing import Any

from canon_check.file import File, read_file
from canon_check.metadata import decoded
from canon_check.syntax import Name, Ref, Stream, Text

from .content import number, operations
from .fonts import Font, utf16

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
REMOVED = re.compile(
    "[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)
BLANKS = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
SETTERS = {b"Tc": "char", b"Tw": "word", b"TL": "leading", b"Ts": "rise"}
DEEPEST = 40


def times(left: Matrix, right: Matrix) -> Matrix:
    a, b, c, d, e, f = left
    g, h, i, j, k, m = right
    scaled = a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j
    return *scaled, e * g + f * i + k, e * h + f * j + m


class State:
    """The graphics state that text needs."""

    matrix = UNIT
    font: Font | None = None
    size = char = word = leading = rise = 0.0
    scale = 1.0


class Page:
    """Gathers the text of one page."""

    def __init__(self, file: File, fonts: dict[int, Font]) -> None:
        self.file, self.fonts = file, fonts
        self.parts, self.marks, self.end = [], [], None
        self.line, self.pen = UNIT, (0.0, 0.0)

    def run(self, data: bytes, resources: Any, state: State, active: tuple[int, ...]) -> None:
        saved: list[State] = []
        depth = len(self.marks)
        for operator, operands in operations(data):
            last = operands[-1] if operands else None
            if operator == b"q":
                saved.append(copy.copy(state))
            elif operator == b"Q":
                state = saved.pop() if saved else state
            elif operator == b"Do" and isinstance(last, Name):
                form = self.file.entries(resources, b"XObject").get(last)
                self.paint(form, resources, copy.copy(state), active)
            elif operator in (b"BMC", b"BDC"):
                lists = self.file.entries(resources, b"Properties")
                marks = lists.get(last) if isinstance(last, Name) else last
                self.marks.append(self.actual_text(marks) if operator == b"BDC" else None)
            elif operator == b"EMC":
                del self.marks[max(depth, len(self.marks) - 1) :]
            else:
                self.operate(operator, operands, resources, state)
        del self.marks[depth:]

    def actual_text(self, properties: Any) -> str | None:
        text = self.file.entry(properties, b"ActualText")
        if not isinstance(text, Text):
            return None
        return utf16(text[2:]) if text.startswith(b"\xfe\xff") else decoded(text)

    def paint(self, form: Any, resources: Any, state: State, active: tuple[int, ...]) -> None:
        file, stream = self.file, self.file.get(form)
        if not isinstance(stream, Stream) or stream.get(b"Subtype") == b"Image":
            return
        if form in active or len(active) > DEEPEST:
            return
        matrix = tuple(number(file.get(one)) for one in file.array(stream.get(b"Matrix")))
        state.matrix = times(matrix, state.matrix) if len(matrix) == 6 else state.matrix
        outside = self.line, self.pen
        self.run(file.data_of(form), stream.get(b"Resources", resources), state, (*active, form))
        self.line, self.pen = outside

    def operate(self, operator: bytes, operands: list[Any], resources: Any, state: State) -> None:
        values = [0.0, 0.0, 0.0] + [number(one) for one in operands]
        x, last, six = values[-2], values[-1], tuple(values[-6:])
        if operator == b"cm" and len(operands) > 5:
            state.matrix = times(six, state.matrix)
        elif operator == b"Tm" and len(operands) > 5:
            self.line, self.pen = six, (0.0, 0.0)
        elif operator in (b"Tf", b"gs"):
            self.set_font(operator, operands, resources, state)
        elif operator == b"BT":
            self.line, self.pen = UNIT, (0.0, 0.0)
        elif operator in (b"Td", b"TD"):
            state.leading = -last if operator == b"TD" else state.leading
            self.move(x, last)
        elif operator == b"Tz":
            state.scale = last / 100
        elif operator in SETTERS:
            setattr(state, SETTERS[operator], last)
        elif operator in (b"T*", b"Tj", b"'", b'"', b"TJ"):
            if operator == b'"' and len(operands) > 2:
                state.word, state.char = values[-3], x
            if operator in (b"T*", b"'", b'"'):
                self.move(0.0, -state.leading)
            shown = operands[-1] if operands and operator != b"T*" else None
            items = shown if isinstance(shown, list) and operator == b"TJ" else [shown]
            for one in items:
                if isinstance(one, Text):
                    self.show(one, state)
                elif items is shown:
                    self.advance(-number(one) / 1000 * state.size, state)

    def set_font(self, operator: bytes, operands: list[Any], resources: Any, state: State) -> None:
        file = self.file
        if operator == b"Tf":
            name, size = operands[-2] if len(operands) > 1 else None, operands[-1:]
            found = file.entries(resources, b"Font").get(name) if isinstance(name, Name) else None
            pair = [found, *size]
        else:
            name = operands[-1] if operands else None
            states = file.entries(resources, b"ExtGState")
            pair = (
                file.array(file.entries(states, name).get(b"Font"))
                if isinstance(name, Name)
                else []
            )
            if len(pair) != 2:
                return
        font, state.size = pair[0], number(file.get(pair[-1]))
        state.font = None
        if font is not None:
            key = id(file.get(font))
            self.fonts[key] = state.font = self.fonts.get(key) or Font(file, font)

    def move(self, x: float, y: float) -> None:
        self.line, self.pen = times((1.0, 0.0, 0.0, 1.0, x, y), self.line), (0.0, 0.0)

    def advance(self, amount: float, state: State) -> None:
        x, y = self.pen
        vertical = state.font is not None and state.font.vertical
        self.pen = (x, y + amount) if vertical else (x + amount * state.scale, y)

    def place(self, state: State) -> Point:
        a, b, c, d, e, f = times(self.line, state.matrix)
        x, y = self.pen[0], self.pen[1] + state.rise
        return a * x + c * y + e, b * x + d * y + f

    def show(self, string: Text, state: State) -> None:
        font = state.font
        if font is None or not string or not math.isfinite(state.size):
            return
        if self.end is not None and self.apart(self.end, self.place(state), state, font):
            self.parts.append(" ")
        outer = next((at for at, mark in enumerate(self.marks) if mark is not None), None)
        texts, size, moved = [], state.size / 1000, 0.0
        for glyph in font.glyphs(string):
            texts.append(glyph.text)
            moved += glyph.width * size + state.char
            moved += state.word if glyph.space else 0.0
        if outer is not None:
            texts, self.marks[outer] = [self.marks[outer] or ""], ""
        self.parts += texts
        self.advance(moved, state)
        self.end = self.place(state)

    def apart(self, end: Point, start: Point, state: State, font: Font) -> bool:
        """The gap between two glyphs is that of two words (23.1)."""
        a, b, c, d, _, _ = times(self.line, state.matrix)
        wide, high = state.size * state.scale * font.em, state.size * font.em
        ax, ay, bx, by = a * wide, b * wide, c * high, d * high
        x, y = start[0] - end[0], start[1] - end[1]
        area = ax * by - ay * bx
        if area == 0 or not math.isfinite(area):
            return start != end
        along, across = 1000 * (x * by - y * bx) / area, 1000 * (ax * y - ay * x) / area
        if font.vertical:
            along, across = -across, along
        along, across = (
            math.floor(part + 0.5) if math.isfinite(part) else part for part in (along, across)
        )
        return along > 150 or along < -2000 or abs(across) > 500


def content_hash(data: bytes) -> str | None:
    """The contentHash of a canonical PDF; nothing where it has no text."""
    file, fonts, pages = read_file(data), {}, []
    for number_of in file.pages:
        entries, page = file.objects[number_of], Page(file, fonts)
        contents = entries.get(b"Contents")
        if isinstance(contents, Ref):
            page.run(file.data_of(contents), entries.get(b"Resources"), State(), ())
        pages.append("".join(page.parts))
    text = " ".join(pages).encode("utf-16-be", "surrogatepass").decode("utf-16-be", "replace")
    text = BLANKS.sub(" ", REMOVED.sub("", unicodedata.normalize("NFKC", text))).strip(" ")
    return hashlib.sha256(text.encode("utf-8")).hexdigest() if text else None
