/** `draw.mjs LIBRARY INPUT OUTPUT`: draws every source of a folder with one library for Node, as a program of a user would. */
import { createWriteStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [library, input, output, modules] = process.argv.slice(2);
const require = createRequire(join(modules, 'package.json'));
const load = async (name) => {
  const module = await import(pathToFileURL(require.resolve(name)));
  return module.default ?? module;
};
const CORE = {
  Helvetica: ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique'],
  Times: ['Times-Roman', 'Times-Bold', 'Times-Italic'],
  Courier: ['Courier', 'Courier-Bold', 'Courier-Oblique'],
};
const STYLES = ['', 'bold', 'italic'];

const core = ({ font, style }) => CORE[font]?.[STYLES.indexOf(style)];
const fileOf = (source, { font, style }) => {
  const styles = source.fonts[font] ?? source.fonts.sans;
  return styles[style] ?? styles[''];
};
const picture = (name) => readFileSync(join(input, name));
const rgb = (color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** A source is drawn without the parts that the library cannot draw. */
async function drawAll(source, tools) {
  for (const [index, page] of source.pages.entries()) {
    await tools.page?.(index);
    for (const mark of page) await tools[mark.op]?.(mark);
  }
}

const LIBRARIES = {
  async pdfkit(source, target) {
    const PDFDocument = await load('pdfkit');
    const size = [source.page.width, source.page.height];
    const pdf = new PDFDocument({ autoFirstPage: false, size, margin: 0, info: { Title: source.title } });
    const stream = pdf.pipe(createWriteStream(target));
    let hasForm = false;
    const form = () => {
      if (!hasForm) pdf.font('Helvetica').initForm();
      hasForm = true;
    };
    await drawAll(source, {
      page: () => pdf.addPage(),
      text(mark) {
        pdf
          .font(core(mark) ?? fileOf(source, mark))
          .fontSize(mark.size)
          .fillColor(mark.color);
        pdf.text(mark.text, mark.x, mark.y, { lineBreak: false, baseline: 'alphabetic' });
      },
      rect: ({ x, y, w, h, color, alpha }) => pdf.rect(x, y, w, h).fillColor(color, alpha).fill(),
      line: ({ x, y, x2, y2 }) => pdf.moveTo(x, y).lineTo(x2, y2).stroke(),
      image: ({ x, y, w, h, file }) => pdf.image(picture(file), x, y, { width: w, height: h }),
      link: ({ x, y, w, h, url }) => pdf.link(x, y, w, h, url),
      outline: ({ text }) => pdf.outline.addItem(text),
      field({ name, value, x, y, w, h }) {
        form();
        pdf.formText(name, x, y, w, h, { value });
      },
      check({ name, on, x, y, w, h }) {
        form();
        pdf.formCheckbox(name, x, y, w, h, { backgroundColor: on ? 'yellow' : 'white' });
      },
    });
    pdf.end();
    await once(stream, 'finish');
  },

  async jspdf(source, target) {
    const { jsPDF } = await load('jspdf');
    const pdf = new jsPDF({ unit: 'pt', format: [source.page.width, source.page.height] });
    pdf.setProperties({ title: source.title });
    const known = new Set();
    const names = { Helvetica: 'helvetica', Times: 'times', Courier: 'courier' };
    await drawAll(source, {
      page: (index) => index > 0 && pdf.addPage(),
      text(mark) {
        const name = names[mark.font] ?? fileOf(source, mark).split('/').pop();
        if (!(mark.font in names) && !known.has(name)) {
          pdf.addFileToVFS(name, readFileSync(fileOf(source, mark)).toString('base64'));
          pdf.addFont(name, name, 'normal');
          known.add(name);
        }
        pdf.setFont(name, mark.font in names ? mark.style || 'normal' : 'normal');
        pdf.setFontSize(mark.size).setTextColor(mark.color).text(mark.text, mark.x, mark.y);
      },
      rect({ x, y, w, h, color, alpha }) {
        pdf.setGState(new pdf.GState({ opacity: alpha }));
        pdf.setFillColor(color).rect(x, y, w, h, 'F');
      },
      line: ({ x, y, x2, y2 }) => pdf.line(x, y, x2, y2),
      image: ({ x, y, w, h, file }) => pdf.addImage(picture(file), file.endsWith('.png') ? 'PNG' : 'JPEG', x, y, w, h),
      link: ({ x, y, w, h, url }) => pdf.link(x, y, w, h, { url }),
      outline: ({ text }) => pdf.outline.add(null, text, { pageNumber: pdf.getNumberOfPages() }),
      field({ name, value, x, y, w, h }) {
        const field = new pdf.AcroFormTextField();
        Object.assign(field, { fieldName: name, value, x, y, width: w, height: h });
        pdf.addField(field);
      },
      check({ name, on, x, y, w, h }) {
        const field = new pdf.AcroFormCheckBox();
        Object.assign(field, { fieldName: name, appearanceState: on ? 'On' : 'Off', x, y, width: w, height: h });
        pdf.addField(field);
      },
    });
    writeFileSync(target, Buffer.from(pdf.output('arraybuffer')));
  },

  async 'pdf-lib'(source, target) {
    const { PDFDocument, rgb: color, StandardFonts } = await load('pdf-lib');
    const pdf = await PDFDocument.create();
    pdf.registerFontkit(await load('@pdf-lib/fontkit'));
    pdf.setTitle(source.title);
    const { width, height } = source.page;
    const fonts = new Map();
    const embed = async (mark) => {
      const key = core(mark) ?? fileOf(source, mark);
      const isCore = Object.values(StandardFonts).includes(key);
      if (!fonts.has(key)) {
        fonts.set(key, await (isCore ? pdf.embedFont(key) : pdf.embedFont(readFileSync(key), { subset: true })));
      }
      return fonts.get(key);
    };
    const colorOf = (hex) => color(...rgb(hex).map((part) => part / 255));
    let page;
    await drawAll(source, {
      page: () => (page = pdf.addPage([width, height])),
      async text(mark) {
        const font = await embed(mark);
        page.drawText(mark.text, { x: mark.x, y: height - mark.y, size: mark.size, font, color: colorOf(mark.color) });
      },
      rect: ({ x, y, w, h, color: fill, alpha }) =>
        page.drawRectangle({ x, y: height - y - h, width: w, height: h, color: colorOf(fill), opacity: alpha }),
      line: ({ x, y, x2, y2 }) =>
        page.drawLine({ start: { x, y: height - y }, end: { x: x2, y: height - y2 }, thickness: 0.5 }),
      async image({ x, y, w, h, file }) {
        const image = await (file.endsWith('.png') ? pdf.embedPng(picture(file)) : pdf.embedJpg(picture(file)));
        page.drawImage(image, { x, y: height - y - h, width: w, height: h });
      },
      field({ name, value, x, y, w, h }) {
        const field = pdf.getForm().createTextField(name);
        field.setText(value);
        field.addToPage(page, { x, y: height - y - h, width: w, height: h });
      },
      check({ name, on, x, y, w, h }) {
        const field = pdf.getForm().createCheckBox(name);
        field.addToPage(page, { x, y: height - y - h, width: w, height: h });
        if (on) field.check();
      },
    });
    writeFileSync(target, await pdf.save());
  },

  async pdfmake(source, target) {
    const pdfmake = await load('pdfmake');
    const face = (styles) => {
      const normal = styles[''];
      return {
        normal,
        bold: styles.bold ?? normal,
        italics: styles.italic ?? normal,
        bolditalics: styles.bold ?? normal,
      };
    };
    pdfmake.setFonts(Object.fromEntries(Object.entries(source.fonts).map(([name, styles]) => [name, face(styles)])));
    const of = (block) => {
      switch (block.type) {
        case 'text': {
          const font = block.font in source.fonts ? block.font : 'sans';
          const { text, size: fontSize, color, style } = block;
          return { text, font, fontSize, color, bold: style === 'bold', italics: style === 'italic' };
        }
        case 'heading':
          return { text: block.text, fontSize: 22 - block.level * 4, bold: true, outline: true };
        case 'table':
          return { table: { body: block.rows, headerRows: 1 } };
        case 'image':
          return { image: join(input, block.file), width: block.width, height: block.height };
        case 'link':
          return { text: block.text, link: block.url, color: 'blue' };
        case 'bars':
          return {
            canvas: block.values.map((h, index) => {
              const { color, alpha: fillOpacity } = block;
              return { type: 'rect', x: index * 22, y: 90 - h, w: 18, h, color, fillOpacity };
            }),
          };
        case 'break':
          return { text: '', pageBreak: 'after' };
        default:
          return block.plain ?? block.name;
      }
    };
    const content = source.blocks.map(of);
    await pdfmake.createPdf({ content, info: { title: source.title }, defaultStyle: { font: 'sans' } }).write(target);
  },

  async 'react-pdf'(source, target) {
    const { createElement: h } = await load('react');
    const { Document, Page, Text, Image, Link, View, Font, renderToFile } = await load('@react-pdf/renderer');
    for (const [family, styles] of Object.entries(source.fonts)) Font.register({ family, src: styles[''] });
    const of = (block, key) => {
      switch (block.type) {
        case 'text': {
          const fontFamily = block.font in source.fonts ? block.font : core({ ...block });
          return h(Text, { key, style: { fontFamily, fontSize: block.size, color: block.color } }, block.text);
        }
        case 'table':
          return h(
            View,
            { key },
            block.rows.map((cells, row) => h(Text, { key: row, style: { fontSize: 10 } }, cells.join('   '))),
          );
        case 'image':
          return h(Image, { key, src: join(input, block.file), style: { width: block.width, height: block.height } });
        case 'link':
          return h(Link, { key, src: block.url }, block.text);
        case 'bars':
          return h(
            View,
            { key },
            block.values.map((value, bar) =>
              h(View, {
                key: bar,
                style: { width: value, height: 8, backgroundColor: block.color, opacity: block.alpha },
              }),
            ),
          );
        case 'break':
          return h(View, { key, break: true });
        default:
          return h(
            Text,
            { key, style: { fontFamily: 'sans' }, bookmark: block.text },
            block.text ?? block.plain ?? block.name,
          );
      }
    };
    const page = h(Page, { size: 'A4' }, source.blocks.map(of));
    await renderToFile(h(Document, { title: source.title }, page), target);
  },
};

for (const file of readdirSync(input).filter((name) => name.endsWith('.json'))) {
  const source = JSON.parse(readFileSync(join(input, file), 'utf8'));
  try {
    await LIBRARIES[library](source, join(output, `${source.name}.pdf`));
  } catch (error) {
    console.log(`${source.name}: ${error.message}`);
  }
}
