"""`draw.py LIBRARY INPUT OUTPUT`: draws every source of a folder with one library of Python, as a program of a user would."""

import json
import os
import sys
from pathlib import Path

LIBRARY, INPUT, OUTPUT = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
CORE = {
    "Helvetica": ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique"),
    "Times": ("Times-Roman", "Times-Bold", "Times-Italic"),
    "Courier": ("Courier", "Courier-Bold", "Courier-Oblique"),
}
STYLES = ("", "bold", "italic")


def rgb(color):
    return tuple(int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))


class Draw:
    """A library leaves out what it has no call for."""

    def __init__(self, source):
        self.source, self.fonts = source, source["fonts"]
        self.width, self.height = source["page"]["width"], source["page"]["height"]
        self.output = str(OUTPUT / f"{source['name']}.pdf")

    def run(self):
        self.begin()
        for page in self.source["pages"]:
            self.begin_page()
            for mark in page:
                draw = getattr(self, mark["op"], None)
                if draw is not None:
                    draw(mark)
            self.end_page()
        self.end()

    def begin(self):
        pass

    def begin_page(self):
        pass

    def end_page(self):
        pass

    def path_of(self, mark):
        """Core fonts become the sans serif font where a library only takes files."""
        styles = self.fonts.get(mark["font"]) or self.fonts["sans"]
        return styles.get(mark["style"]) or styles[""]

    def picture(self, mark):
        return str(INPUT / mark["file"])


class Reportlab(Draw):
    def begin(self):
        from reportlab.pdfgen.canvas import Canvas

        self.canvas = Canvas(self.output, pagesize=(self.width, self.height))
        self.canvas.setTitle(self.source["title"])

    def font(self, mark):
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        if mark["font"] in CORE:
            return CORE[mark["font"]][STYLES.index(mark["style"])]
        path = self.path_of(mark)
        name = Path(path).stem
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, path))
        return name

    def text(self, mark):
        self.canvas.setFont(self.font(mark), mark["size"])
        self.canvas.setFillColorRGB(*rgb(mark["color"]))
        self.canvas.drawString(mark["x"], self.height - mark["y"], mark["text"])

    def rect(self, mark):
        self.canvas.setFillColorRGB(*rgb(mark["color"]), alpha=mark["alpha"])
        self.canvas.rect(mark["x"], self.height - mark["y"] - mark["h"], mark["w"], mark["h"], stroke=0, fill=1)

    def line(self, mark):
        self.canvas.line(mark["x"], self.height - mark["y"], mark["x2"], self.height - mark["y2"])

    def image(self, mark):
        bottom = self.height - mark["y"] - mark["h"]
        self.canvas.drawImage(self.picture(mark), mark["x"], bottom, mark["w"], mark["h"], mask="auto")

    def link(self, mark):
        y = self.height - mark["y"]
        self.canvas.linkURL(mark["url"], (mark["x"], y - mark["h"], mark["x"] + mark["w"], y))

    def outline(self, mark):
        self.canvas.bookmarkPage(mark["text"])
        self.canvas.addOutlineEntry(mark["text"], mark["text"], mark["level"] - 1)

    def field(self, mark):
        y = self.height - mark["y"] - mark["h"]
        self.canvas.acroForm.textfield(
            name=mark["name"], x=mark["x"], y=y, width=mark["w"], height=mark["h"], value=mark["value"]
        )

    def check(self, mark):
        y = self.height - mark["y"] - mark["h"]
        self.canvas.acroForm.checkbox(name=mark["name"], x=mark["x"], y=y, size=mark["w"], checked=mark["on"])

    def end_page(self):
        self.canvas.showPage()

    def end(self):
        self.canvas.save()


class Fpdf2(Draw):
    def begin(self):
        from fpdf import FPDF

        self.pdf = FPDF(unit="pt", format=(self.width, self.height))
        self.pdf.set_title(self.source["title"])
        self.pdf.set_auto_page_break(False)

    def begin_page(self):
        self.pdf.add_page()

    def text(self, mark):
        style = {"": "", "bold": "B", "italic": "I"}[mark["style"]]
        family = mark["font"]
        if family not in CORE:
            family, style = Path(self.path_of(mark)).stem.lower(), ""
            if family not in self.pdf.fonts:
                self.pdf.add_font(family, "", self.path_of(mark))
        self.pdf.set_font(family, style, mark["size"])
        self.pdf.set_text_color(*(round(part * 255) for part in rgb(mark["color"])))
        self.pdf.text(mark["x"], mark["y"], mark["text"])

    def rect(self, mark):
        self.pdf.set_fill_color(*(round(part * 255) for part in rgb(mark["color"])))
        with self.pdf.local_context(fill_opacity=mark["alpha"]):
            self.pdf.rect(mark["x"], mark["y"], mark["w"], mark["h"], style="F")

    def line(self, mark):
        self.pdf.line(mark["x"], mark["y"], mark["x2"], mark["y2"])

    def image(self, mark):
        self.pdf.image(self.picture(mark), mark["x"], mark["y"], mark["w"], mark["h"])

    def link(self, mark):
        self.pdf.link(mark["x"], mark["y"], mark["w"], mark["h"], mark["url"])

    def outline(self, mark):
        self.pdf.set_font("Helvetica", "", 10)
        self.pdf.start_section(mark["text"], mark["level"] - 1)

    def end(self):
        self.pdf.output(self.output)


class Pymupdf(Draw):
    CORE = {"Helvetica": ("helv", "hebo", "heit"), "Times": ("tiro", "tibo", "tiit"), "Courier": ("cour", "cobo", "coit")}

    def begin(self):
        import pymupdf

        self.mu = pymupdf
        self.pdf = pymupdf.open()
        self.pdf.set_metadata({"title": self.source["title"]})
        self.toc = []

    def begin_page(self):
        self.page = self.pdf.new_page(width=self.width, height=self.height)

    def box(self, mark):
        return self.mu.Rect(mark["x"], mark["y"], mark["x"] + mark["w"], mark["y"] + mark["h"])

    def text(self, mark):
        if mark["font"] in self.CORE:
            font = {"fontname": self.CORE[mark["font"]][STYLES.index(mark["style"])]}
        else:
            path = self.path_of(mark)
            font = {"fontname": Path(path).stem.replace("-", ""), "fontfile": path}
        self.page.insert_text((mark["x"], mark["y"]), mark["text"], fontsize=mark["size"], color=rgb(mark["color"]), **font)

    def rect(self, mark):
        self.page.draw_rect(self.box(mark), color=None, fill=rgb(mark["color"]), fill_opacity=mark["alpha"])

    def line(self, mark):
        self.page.draw_line((mark["x"], mark["y"]), (mark["x2"], mark["y2"]))

    def image(self, mark):
        self.page.insert_image(self.box(mark), filename=self.picture(mark), keep_proportion=False)

    def link(self, mark):
        self.page.insert_link({"kind": self.mu.LINK_URI, "from": self.box(mark), "uri": mark["url"]})

    def outline(self, mark):
        self.toc.append([mark["level"], mark["text"], self.page.number + 1])

    def field(self, mark):
        widget = self.mu.Widget()
        widget.field_name, widget.field_value, widget.rect = mark["name"], mark["value"], self.box(mark)
        widget.field_type = self.mu.PDF_WIDGET_TYPE_TEXT
        self.page.add_widget(widget)

    def check(self, mark):
        widget = self.mu.Widget()
        widget.field_name, widget.field_value, widget.rect = mark["name"], mark["on"], self.box(mark)
        widget.field_type = self.mu.PDF_WIDGET_TYPE_CHECKBOX
        self.page.add_widget(widget)

    def end(self):
        self.pdf.set_toc(self.toc)
        self.pdf.subset_fonts()
        self.pdf.save(self.output, garbage=3, deflate=True)


class Cairo(Draw):
    NAMES = {"Helvetica": "sans-serif", "Times": "serif", "Courier": "monospace", "sans": "DejaVu Sans"}
    NAMES |= {"serif": "DejaVu Serif", "mono": "DejaVu Sans Mono", "cjk": "Droid Sans Fallback"}

    def begin(self):
        import cairocffi

        self.cairo = cairocffi
        self.surface = cairocffi.PDFSurface(self.output, self.width, self.height)
        self.context = cairocffi.Context(self.surface)

    def text(self, mark):
        slant = self.cairo.FONT_SLANT_ITALIC if mark["style"] == "italic" else self.cairo.FONT_SLANT_NORMAL
        weight = self.cairo.FONT_WEIGHT_BOLD if mark["style"] == "bold" else self.cairo.FONT_WEIGHT_NORMAL
        self.context.select_font_face(self.NAMES[mark["font"]], slant, weight)
        self.context.set_font_size(mark["size"])
        self.context.set_source_rgb(*rgb(mark["color"]))
        self.context.move_to(mark["x"], mark["y"])
        self.context.show_text(mark["text"])

    def rect(self, mark):
        self.context.set_source_rgba(*rgb(mark["color"]), mark["alpha"])
        self.context.rectangle(mark["x"], mark["y"], mark["w"], mark["h"])
        self.context.fill()

    def line(self, mark):
        self.context.move_to(mark["x"], mark["y"])
        self.context.line_to(mark["x2"], mark["y2"])
        self.context.stroke()

    def image(self, mark):
        if not mark["file"].endswith(".png"):
            return
        picture = self.cairo.ImageSurface.create_from_png(self.picture(mark))
        self.context.save()
        self.context.translate(mark["x"], mark["y"])
        self.context.scale(mark["w"] / picture.get_width(), mark["h"] / picture.get_height())
        self.context.set_source_surface(picture)
        self.context.paint()
        self.context.restore()

    def end_page(self):
        self.context.show_page()

    def end(self):
        self.surface.finish()


class Matplotlib(Draw):
    def begin(self):
        import matplotlib

        matplotlib.use("pdf")
        from matplotlib.backends.backend_pdf import PdfPages

        # Type 42 for half of the sources, since both kinds of fonts are in use.
        matplotlib.rcParams["pdf.fonttype"] = 42 if len(self.source["name"]) % 2 else 3
        self.pdf = PdfPages(self.output)

    def begin_page(self):
        from matplotlib.figure import Figure

        self.figure = Figure(figsize=(self.width / 72, self.height / 72))
        self.axes = self.figure.add_axes((0, 0, 1, 1))
        self.axes.set_xlim(0, self.width)
        self.axes.set_ylim(self.height, 0)
        self.axes.axis("off")

    def text(self, mark):
        from matplotlib.font_manager import FontProperties

        font = FontProperties(fname=self.path_of(mark), size=mark["size"])
        self.axes.text(mark["x"], mark["y"], mark["text"], fontproperties=font, color=mark["color"])

    def rect(self, mark):
        self.axes.bar(
            mark["x"], mark["h"], mark["w"], mark["y"], align="edge", color=mark["color"], alpha=mark["alpha"]
        )

    def line(self, mark):
        self.axes.plot([mark["x"], mark["x2"]], [mark["y"], mark["y2"]], color="black")

    def image(self, mark):
        from matplotlib.image import imread

        box = (mark["x"], mark["x"] + mark["w"], mark["y"] + mark["h"], mark["y"])
        self.axes.imshow(imread(self.picture(mark)), extent=box, aspect="auto")
        self.axes.set_xlim(0, self.width)
        self.axes.set_ylim(self.height, 0)

    def end_page(self):
        self.pdf.savefig(self.figure)

    def end(self):
        self.pdf.close()


class Skia(Draw):
    def begin(self):
        import skia

        self.skia = skia
        self.stream = skia.FILEWStream(self.output)
        metadata = skia.PDF.Metadata()
        metadata.fTitle = self.source["title"]
        self.document = skia.PDF.MakeDocument(self.stream, metadata)

    def begin_page(self):
        self.canvas = self.document.beginPage(self.width, self.height)

    def paint(self, color, alpha=1):
        return self.skia.Paint(Color4f=self.skia.Color4f(*rgb(color), alpha), AntiAlias=True)

    def text(self, mark):
        font = self.skia.Font(self.skia.Typeface.MakeFromFile(self.path_of(mark)), mark["size"])
        self.canvas.drawString(mark["text"], mark["x"], mark["y"], font, self.paint(mark["color"]))

    def rect(self, mark):
        box = self.skia.Rect.MakeXYWH(mark["x"], mark["y"], mark["w"], mark["h"])
        self.canvas.drawRect(box, self.paint(mark["color"], mark["alpha"]))

    def line(self, mark):
        self.canvas.drawLine(mark["x"], mark["y"], mark["x2"], mark["y2"], self.paint("#000000"))

    def image(self, mark):
        box = self.skia.Rect.MakeXYWH(mark["x"], mark["y"], mark["w"], mark["h"])
        self.canvas.drawImageRect(self.skia.Image.open(self.picture(mark)), box)

    def end_page(self):
        self.document.endPage()

    def end(self):
        self.document.close()
        self.stream.flush()


class Qt(Draw):
    application = None
    families: dict = {}

    def begin(self):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        from PySide6 import QtCore, QtGui

        Qt.application = Qt.application or QtGui.QGuiApplication([])
        self.core, self.gui = QtCore, QtGui
        self.writer = QtGui.QPdfWriter(self.output)
        self.writer.setTitle(self.source["title"])
        self.writer.setResolution(72)
        self.writer.setPageSize(QtGui.QPageSize(QtCore.QSizeF(self.width, self.height), QtGui.QPageSize.Unit.Point))
        self.writer.setPageMargins(QtCore.QMarginsF(0, 0, 0, 0))
        self.painter = None

    def begin_page(self):
        if self.painter is None:
            self.painter = self.gui.QPainter(self.writer)
        else:
            self.writer.newPage()

    def text(self, mark):
        path = self.path_of(mark)
        if path not in Qt.families:
            database = self.gui.QFontDatabase
            Qt.families[path] = database.applicationFontFamilies(database.addApplicationFont(path))[0]
        font = self.gui.QFont(Qt.families[path])
        font.setPointSizeF(mark["size"])
        font.setBold(mark["style"] == "bold")
        font.setItalic(mark["style"] == "italic")
        self.painter.setFont(font)
        self.painter.setPen(self.gui.QColor(mark["color"]))
        self.painter.drawText(self.core.QPointF(mark["x"], mark["y"]), mark["text"])

    def rect(self, mark):
        color = self.gui.QColor(mark["color"])
        color.setAlphaF(mark["alpha"])
        self.painter.fillRect(self.core.QRectF(mark["x"], mark["y"], mark["w"], mark["h"]), color)

    def line(self, mark):
        self.painter.drawLine(
            self.core.QPointF(mark["x"], mark["y"]), self.core.QPointF(mark["x2"], mark["y2"])
        )

    def image(self, mark):
        box = self.core.QRectF(mark["x"], mark["y"], mark["w"], mark["h"])
        self.painter.drawImage(box, self.gui.QImage(self.picture(mark)))

    def end(self):
        self.painter.end()


class Typst(Draw):
    def run(self):
        import typst

        text = (INPUT / f"{self.source['name']}.typ").read_text()
        (OUTPUT / f"{self.source['name']}.typ").write_text(text)
        typst.compile(str(INPUT / f"{self.source['name']}.typ"), output=self.output)


class Weasyprint(Draw):
    def run(self):
        import weasyprint

        page = weasyprint.HTML(str(INPUT / f"{self.source['name']}.html"))
        page.write_pdf(self.output, pdf_forms=True, pdf_identifier=None)


class Xhtml2pdf(Draw):
    def run(self):
        from xhtml2pdf import pisa

        page = INPUT / f"{self.source['name']}.html"
        with open(self.output, "wb") as output:
            pisa.CreatePDF(page.read_text(), dest=output, path=str(page))


class Svglib(Draw):
    def run(self):
        from reportlab.graphics import renderPDF
        from svglib.svglib import svg2rlg

        renderPDF.drawToFile(svg2rlg(str(INPUT / f"{self.source['name']}.svg")), self.output)


class Rst2pdf(Draw):
    def run(self):
        from rst2pdf.createpdf import RstToPdf

        text = (INPUT / f"{self.source['name']}.rst").read_text()
        RstToPdf(basedir=str(INPUT)).createPdf(text=text, output=self.output)


class Borb(Draw):
    def run(self):
        from borb.pdf import Document, Image, Page, Paragraph, PDF, SingleColumnLayout, Standard14Fonts

        document = Document()
        page = Page()
        document.append_page(page)
        layout = SingleColumnLayout(page)
        for block in self.source["blocks"][:200]:
            if block["type"] == "image":
                layout.append_layout_element(Image(INPUT / block["file"], size=(block["width"], block["height"])))
            elif "text" in block and block["text"].isascii():
                layout.append_layout_element(Paragraph(block["text"]))
        PDF.write(what=document, where_to=self.output)


LIBRARIES = {each.__name__.lower(): each for each in Draw.__subclasses__()}

for path in sorted(INPUT.glob("*.json")):
    try:
        LIBRARIES[LIBRARY](json.loads(path.read_text())).run()
    except Exception as error:
        print(f"{path.stem}: {type(error).__name__}: {str(error)[:200]}")
