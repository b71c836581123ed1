/** Documents from other writers on this machine, because users send such documents. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '#tools/quality/programs.ts';
import { findJavaLauncher } from './java.ts';

interface Maker {
  readonly name: string;
  command(output: string, scratch: string): readonly [program: string, ...args: string[]];
}

const REPORTLAB = `
from reportlab.pdfgen import canvas
from reportlab.lib.utils import ImageReader
import io, struct, zlib
def png():
    rows = b''.join(b'\\0' + bytes([y * 8, y * 16, 128]) for y in range(16))
    part = lambda kind, data: struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    head = part(b'IHDR', struct.pack('>IIBBBBB', 1, 16, 8, 2, 0, 0, 0))
    return b'\\x89PNG\\r\\n\\x1a\\n' + head + part(b'IDAT', zlib.compress(rows)) + part(b'IEND', b'')
page = canvas.Canvas(sys.argv[1], invariant=1)
page.drawString(72, 720, 'Invoice (No. 7) \\\\ Z\\u00fcrich \\u20ac 12.50')
page.drawImage(ImageReader(io.BytesIO(png())), 72, 600, 40, 40)
page.drawInlineImage(__import__('PIL.Image').Image.new('RGB', (4, 4), (200, 10, 30)), 200, 600, 40, 40)
page.linkURL('https://example.org/', (72, 500, 200, 520))
page.acroForm.textfield(name='town', x=72, y=400, width=120, height=20, value='Bern')
page.acroForm.checkbox(name='paid', x=72, y=350, checked=True)
page.showPage()
page.drawString(72, 720, 'Second page')
page.save()
`;

const PIKEPDF = `
from pikepdf import Array, Dictionary, Name, Pdf
pdf = Pdf.new()
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
image = pdf.make_stream(bytes(range(48)), Type=Name.XObject, Subtype=Name.Image, Width=4, Height=4, BitsPerComponent=8, ColorSpace=Name.DeviceRGB)
form = pdf.make_stream(b'q 0.50 0 0 .5 0 0 cm BT /F1 9 Tf (in a form) Tj ET Q', Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 99, 99]), Resources=Dictionary(Font=Dictionary(F1=font)))
content = b'BT /F1 12.0 Tf +72 720 Td (a \\\\(b\\\\) \\\\101) Tj <48 65 6c6C6f> Tj ET q 40 0 0 40 72 600 cm /Im0 Do Q q 1 0 0 1 9 9 cm /Fm0 Do Q'
inline = b' q 20 0 0 20 200 600 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \\x00\\x80\\xff\\x40 EI Q'
page = pdf.add_blank_page(page_size=(595, 842))
page.Resources = Dictionary(Font=Dictionary(F1=font), XObject=Dictionary(Im0=image, Fm0=form))
page.Contents = Array([pdf.make_stream(content), pdf.make_stream(inline)])
page.Annots = Array([pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=Array([9, 9, 50, 50]), C=Array([1, 0, 0])))])
pdf.save(sys.argv[1])
`;

const PYMUPDF = `
pdf = pymupdf.open()
page = pdf.new_page()
page.insert_text((72, 72), 'Gr\\u00fc\\u00dfe (1) und 100 %', fontsize=11.5)
picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 8, 8))
picture.clear_with(120)
page.insert_image(pymupdf.Rect(72, 100, 120, 148), pixmap=picture)
page.draw_rect(pymupdf.Rect(200, 100, 250.25, 150.125), color=(1, 0, 0), fill=(0, 0.5, 1))
page.add_highlight_annot(pymupdf.Rect(72, 60, 150, 75))
widget = pymupdf.Widget()
widget.field_name, widget.field_value, widget.rect = 'name', 'Value', pymupdf.Rect(72, 200, 200, 220)
widget.field_type = pymupdf.PDF_WIDGET_TYPE_TEXT
page.add_widget(widget)
pdf.save(sys.argv[1])
`;

const PDF_LIB = `
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { writeFileSync } from 'node:fs';
const pdf = await PDFDocument.create();
const page = pdf.addPage([400, 300]);
page.drawText('Total: 12.50 (net)', { x: 40, y: 250, font: await pdf.embedFont(StandardFonts.TimesRoman), size: 14 });
page.drawRectangle({ x: 40, y: 40, width: 33.3, height: 20, color: rgb(0.2, 0.4, 0.6) });
const field = pdf.getForm().createTextField('note');
field.setText('kept');
field.addToPage(page, { x: 40, y: 150, width: 120, height: 20 });
pdf.getForm().createCheckBox('agreed').addToPage(page, { x: 40, y: 100, width: 15, height: 15 });
writeFileSync(process.argv[1], await pdf.save());
`;

const PAGE = `<!doctype html><title>Order</title><style>td{border:1px solid #888;padding:3px}</style>
<h1>Order No. 12</h1><p>Two words, <a href="https://example.org/">a link</a>, and a table.</p>
<table><tr><td>Pear<td>2.50<tr><td>Plum<td>1.25</table><svg width=60 height=60><circle cx=30 cy=30 r=25 fill=teal /></svg>`;

const PDFJS = join(import.meta.dirname, 'make-with-pdfjs.ts');

const MAKERS: readonly Maker[] = [
  python('reportlab', 'reportlab', REPORTLAB),
  python('pikepdf', 'pikepdf', PIKEPDF),
  python('PyMuPDF', 'pymupdf', PYMUPDF),
  { name: 'pdf-lib', command: (output) => [process.execPath, '--input-type=module', '--eval', PDF_LIB, output] },
  { name: 'pdf.js', command: (output) => [process.execPath, PDFJS, output] },
  { name: 'pdf.js pages', command: (output) => [process.execPath, PDFJS, output, 'pages'] },
  {
    name: 'LibreOffice',
    command: (output, scratch) => {
      // It derives the name of its output from its input.
      const page = join(scratch, 'LibreOffice.html');
      writeFileSync(page, PAGE);
      const profile = `-env:UserInstallation=file://${join(scratch, 'office')}`;
      return ['soffice', profile, '--headless', '--convert-to', 'pdf', '--outdir', dirname(output), page];
    },
  },
  {
    name: 'Chromium',
    command: (output, scratch) => {
      const page = join(scratch, 'page.html');
      writeFileSync(page, PAGE);
      const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${join(scratch, 'profile')}`];
      return ['chromium', ...flags, `--print-to-pdf=${output}`, `file://${page}`];
    },
  },
];

function python(name: string, module: string, script: string): Maker {
  return { name, command: (output) => ['python3', '-c', `import sys, ${module}\n${script}`, output] };
}

/** Returns the folder of the documents. A writer without a document is reported by name. */
export async function makeDocuments(scratch: string, report: (detail: string) => void): Promise<string> {
  const folder = join(scratch, 'made');
  mkdirSync(folder);
  const launch = await findJavaLauncher('PDFBox', report);
  const pdfbox: Maker[] = launch ? [{ name: 'PDFBox', command: (output) => [...launch, 'MakeDocument', output] }] : [];
  for (const maker of [...MAKERS, ...pdfbox]) {
    const output = join(folder, `${maker.name}.pdf`);
    const [program, ...args] = maker.command(output, scratch);
    await run(program, args);
    if (statSync(output, { throwIfNoEntry: false })?.isFile() !== true) report(`${maker.name}: makes no document here`);
  }
  return folder;
}
