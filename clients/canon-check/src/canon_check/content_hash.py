"""contentHash of a canonical PDF, from its definition alone (`text-3`)."""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from typing import Any, Dict, Iterator, List, Optional, Tuple

from .file import File, read_file
from .syntax import GAP, Broken, Keyword, Name, Ref, Stream, Text, read_value
from .text_fonts import Font, Program, number, numbers, utf16

Matrix = Tuple[float, float, float, float, float, float]
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
REMOVED = re.compile("[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
BLANKS = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
IMAGE_END = re.compile(rb"[\x00\t\n\f\r >]EI(?=[\x00\t\n\f\r ]|$)")
DEEPEST = 40


def times(left: Matrix, right: Matrix) -> Matrix:
    a, b, c, d, e, f = left
    g, h, i, j, k, l = right
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l)


def apply(matrix: Matrix, x: float, y: float) -> Tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def operations(data: bytes) -> Iterator[Tuple[bytes, List[Any]]]:
    """Operators with their operands, as far as the bytes can be cut into tokens."""
    place: int = 0
    operands: List[Any] = []
    while True:
        place = GAP.match(data, place).end()  # type: ignore[union-attr]
        if place >= len(data):
            return
        try:
            value, place = read_value(data, place, references=False)
        except Broken:
            place += 1
            continue
        if not isinstance(value, Keyword):
            operands.append(value)
            continue
        if value == b"BI":
            start = data.find(b"ID", place)
            match = IMAGE_END.search(data, start + 2) if start >= 0 else None
            place = match.end() if match else len(data)
        else:
            yield bytes(value), operands
        operands = []


class State:
    """The graphics state that text needs."""

    def __init__(self) -> None:
        self.matrix = UNIT
        self.font: Optional[Font] = None
        self.size = self.char = self.word = self.leading = self.rise = 0.0
        self.scale = 1.0

    def copy(self) -> "State":
        state = State()
        state.__dict__.update(self.__dict__)
        return state


class Page:
    """Gathers the text of one page."""

    def __init__(self, document: "Document") -> None:
        self.document, self.file = document, document.file
        self.parts: List[str] = []
        self.end: Optional[Tuple[float, float]] = None
        self.line = self.text = UNIT
        self.marks: List[Optional[str]] = []

    def run(self, data: bytes, resources: Any, state: State, active: Tuple[int, ...]) -> None:
        saved: List[State] = []
        marks = len(self.marks)
        for operator, operands in operations(data):
            if operator == b"q":
                saved.append(state.copy())
            elif operator == b"Q" and saved:
                state = saved.pop()
            elif operator == b"Do":
                self.paint(operands, resources, state, active)
            elif operator in (b"BMC", b"BDC"):
                self.marks.append(self.actual_text(operands[-1] if operands and operator == b"BDC" else None, resources))
            elif operator == b"EMC" and len(self.marks) > marks:
                self.marks.pop()
            else:
                self.operate(operator, operands, resources, state)
        del self.marks[marks:]

    def actual_text(self, properties: Any, resources: Any) -> Optional[str]:
        file = self.file
        if isinstance(properties, Name):
            properties = file.entries(file.entries(resources).get(b"Properties")).get(properties)
        text = file.get(file.entries(properties).get(b"ActualText"))
        if not isinstance(text, Text):
            return None
        from .streams import decoded

        return utf16(text[2:]) if text.startswith(b"\xfe\xff") else decoded(text)

    def paint(self, operands: List[Any], resources: Any, state: State, active: Tuple[int, ...]) -> None:
        file = self.file
        name = operands[-1] if operands and isinstance(operands[-1], Name) else b""
        reference = file.entries(file.entries(resources).get(b"XObject")).get(name)
        form = file.get(reference)
        if (
            not isinstance(reference, Ref)
            or not isinstance(form, Stream)
            or form.entries.get(b"Subtype") == b"Image"
            or reference in active
            or len(active) > DEEPEST
        ):
            return
        matrix = numbers([file.get(one) for one in file.array(form.entries.get(b"Matrix"))])
        inner = state.copy()
        if len(matrix) == 6:
            inner.matrix = times(tuple(matrix), state.matrix)  # type: ignore[arg-type]
        line, text = self.line, self.text
        self.run(file.data_of(int(reference)), form.entries.get(b"Resources", resources), inner, (*active, int(reference)))
        self.line, self.text = line, text

    def operate(self, operator: bytes, operands: List[Any], resources: Any, state: State) -> None:
        file = self.file
        values = [number(one) for one in operands]
        last = values[-1] if values else 0.0
        six: Any = tuple(values[-6:])
        if operator == b"cm" and len(six) == 6:
            state.matrix = times(six, state.matrix)
        elif operator == b"gs":
            name = operands[-1] if operands else None
            states = file.entries(file.entries(resources).get(b"ExtGState"))
            font = file.array(file.entries(states.get(name)).get(b"Font")) if isinstance(name, Name) else []
            if len(font) == 2:
                state.font, state.size = self.document.font(font[0]), number(file.get(font[1]))
        elif operator == b"BT":
            self.line = self.text = UNIT
        elif operator == b"Tf":
            name = operands[-2] if len(operands) > 1 else None
            found = file.entries(file.entries(resources).get(b"Font")).get(name) if isinstance(name, Name) else None
            state.font, state.size = (self.document.font(found) if found is not None else None), last
        elif operator == b"Tm" and len(six) == 6:
            self.line = self.text = six
        elif operator in (b"Td", b"TD"):
            x, y = (values[-2] if len(values) > 1 else 0.0), last
            if operator == b"TD":
                state.leading = -y
            self.move(x, y)
        elif operator == b"T*":
            self.move(0.0, -state.leading)
        elif operator == b"Tc":
            state.char = last
        elif operator == b"Tw":
            state.word = last
        elif operator == b"Tz":
            state.scale = last / 100
        elif operator == b"TL":
            state.leading = last
        elif operator == b"Ts":
            state.rise = last
        elif operator in (b"Tj", b"'", b'"'):
            if operator == b'"' and len(values) > 2:
                state.word, state.char = values[-3], values[-2]
            if operator != b"Tj":
                self.move(0.0, -state.leading)
            if operands and isinstance(operands[-1], Text):
                self.show(operands[-1], state)
        elif operator == b"TJ" and operands and isinstance(operands[-1], list):
            for one in operands[-1]:
                if isinstance(one, Text):
                    self.show(one, state)
                else:
                    self.advance(-number(one) / 1000 * state.size, state)

    def move(self, x: float, y: float) -> None:
        self.line = self.text = times((1.0, 0.0, 0.0, 1.0, x, y), self.line)

    def advance(self, amount: float, state: State) -> None:
        vertical = state.font is not None and state.font.vertical
        x, y = (0.0, amount) if vertical else (amount * state.scale, 0.0)
        self.text = times((1.0, 0.0, 0.0, 1.0, x, y), self.text)

    def place(self, state: State) -> Tuple[float, float]:
        return apply(times(self.text, state.matrix), 0.0, state.rise)

    def show(self, string: Text, state: State) -> None:
        font = state.font
        if font is None or not string or not math.isfinite(state.size):
            return
        if self.end is not None and self.apart(self.end, self.place(state), state, font):
            self.parts.append(" ")
        outer = next((at for at, mark in enumerate(self.marks) if mark is not None), None)
        for glyph in font.glyphs(string):
            if outer is None:
                self.parts.append(glyph.text)
            elif self.marks[outer]:
                self.parts.append(self.marks[outer] or "")
                self.marks[outer] = ""
            self.advance(glyph.width * state.size + state.char + (state.word if glyph.space else 0.0), state)
        self.end = self.place(state)

    def apart(self, end: Tuple[float, float], start: Tuple[float, float], state: State, font: Font) -> bool:
        """The gap between two glyphs is that of two words (23.1)."""
        a, b, c, d, _, _ = times(self.text, state.matrix)
        wide, high = state.size * state.scale * font.em, state.size * font.em
        ax, ay, bx, by = a * wide, b * wide, c * high, d * high
        x, y = start[0] - end[0], start[1] - end[1]
        area = ax * by - ay * bx
        if area == 0:
            return start != end
        along, across = (x * by - y * bx) / area, (ax * y - ay * x) / area
        if font.vertical:
            along, across = -across, along
        if math.isfinite(along) and math.isfinite(across):
            return not (-2000 <= math.floor(along * 1000 + 0.5) <= 150 and -500 <= math.floor(across * 1000 + 0.5) <= 500)
        return True


class Document:
    def __init__(self, file: File) -> None:
        self.file = file
        self.fonts: Dict[int, Font] = {}
        self.programs: Dict[int, Program] = {}

    def font(self, value: Any) -> Font:
        key = int(value) if isinstance(value, Ref) else -id(value)
        if key not in self.fonts:
            self.fonts[key] = Font(self.file, value, self.programs)
        return self.fonts[key]

    def text(self) -> str:
        pages = []
        for own in self.file.pages:
            entries, page = self.file.entries(Ref(own)), Page(self)
            contents = entries.get(b"Contents")
            if isinstance(contents, Ref) and isinstance(self.file.get(contents), Stream):
                page.run(self.file.data_of(int(contents)), entries.get(b"Resources"), State(), ())
            pages.append("".join(page.parts))
        return " ".join(pages)


def content_hash(data: bytes) -> Optional[str]:
    """The contentHash of a canonical PDF; nothing where it has no text."""
    text = Document(read_file(data)).text()
    text = text.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "replace")
    text = BLANKS.sub(" ", REMOVED.sub("", unicodedata.normalize("NFKC", text))).strip(" ")
    return hashlib.sha256(text.encode("utf-8")).hexdigest() if text else None
