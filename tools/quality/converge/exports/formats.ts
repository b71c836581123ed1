/** Writes a source in the languages of typesetting programs. */
import { type Block, type Family, type Mark, PAGE, type Source, type Style } from './sources.ts';

/** The formats by file extension. */
export const FORMATS: Readonly<Record<string, (source: Source) => string>> = {
  html,
  typ: typst,
  tex: (source) => latex(source, 'pdftex'),
  xtex: (source) => latex(source, 'unicode'),
  svg,
  rst,
  ms: groff,
  fo,
  ps: postscript,
};

const CSS_FAMILIES: Readonly<Record<Family, string>> = {
  Helvetica: 'Helvetica, sans-serif',
  Times: 'Times, serif',
  Courier: 'Courier, monospace',
  sans: '"DejaVu Sans", sans-serif',
  serif: '"DejaVu Serif", serif',
  mono: '"DejaVu Sans Mono", monospace',
  cjk: '"Droid Sans Fallback", sans-serif',
};

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function css({ font, style, size, color }: Extract<Block, { type: 'text' }>): string {
  const faces = { '': '', bold: 'font-weight:bold;', italic: 'font-style:italic;' } satisfies Record<Style, string>;
  return `font-family:${CSS_FAMILIES[font].replaceAll('"', "'")};font-size:${size}pt;color:${color};${faces[style]}`;
}

function html({ title, blocks }: Source): string {
  const head = `<title>${title}</title><meta charset="utf-8"><style>td{border:1px solid #888;padding:2pt}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${blocks.map(htmlOf).join('\n')}</body></html>\n`;
}

function htmlOf(block: Block): string {
  switch (block.type) {
    case 'text':
      return `<p style="${css(block)}">${escapeXml(block.text)}</p>`;
    case 'heading':
      return `<h${block.level}>${escapeXml(block.text)}</h${block.level}>`;
    case 'table': {
      const rows = block.rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeXml(cell)}</td>`).join('')}</tr>`);
      return `<table>${rows.join('')}</table>`;
    }
    case 'image':
      return `<p><img src="${block.file}" width="${block.width}" height="${block.height}" alt="A picture"></p>`;
    case 'link':
      return `<p><a href="${escapeXml(block.url)}">${escapeXml(block.text)}</a></p>`;
    case 'field':
      return `<p><label>${block.name} <input type="text" name="${block.name}" value="${escapeXml(block.value)}"></label></p>`;
    case 'check':
      return `<p><label><input type="checkbox" name="${block.name}"${block.on ? ' checked' : ''}> ${block.name}</label></p>`;
    case 'bars':
      return `<div>${block.values.map((value) => `<div style="width:${value * 2}px;height:12px;background:${block.color};opacity:${block.alpha}"></div>`).join('')}</div>`;
    case 'math':
      return `<p>${escapeXml(block.plain)}</p>`;
    case 'break':
      return '<div style="page-break-after:always"></div>';
  }
}

function typst({ title, blocks }: Source): string {
  const faces = { '': '', bold: 'weight: "bold", ', italic: 'style: "italic", ' } satisfies Record<Style, string>;
  const family = (font: Family): string => CSS_FAMILIES[font].split(',')[0]?.replaceAll('"', '') ?? '';
  const quoted = (text: string): string => JSON.stringify(text);
  const of = (block: Block): string => {
    switch (block.type) {
      case 'text':
        return `#text(font: ${quoted(family(block.font))}, ${faces[block.style]}size: ${block.size}pt, fill: rgb("${block.color}"), ${quoted(block.text)})\n`;
      case 'heading':
        return `${'='.repeat(block.level)} #${quoted(block.text)}\n`;
      case 'table':
        return `#table(columns: ${block.rows[0]?.length ?? 1}, ${block.rows.flat().map(quoted).join(', ')})\n`;
      case 'image':
        return `#image("${block.file}", width: ${block.width}pt, height: ${block.height}pt)\n`;
      case 'link':
        return `#link("${block.url}")[#${quoted(block.text)}]\n`;
      case 'field':
      case 'check':
        return `#rect(width: 160pt)[#${quoted(block.name)}]\n`;
      case 'bars':
        return block.values
          .map((value) => `#rect(width: ${value}pt, height: 8pt, fill: rgb("${block.color}"))\n`)
          .join('');
      case 'math':
        return `$ ${block.typst} $\n`;
      case 'break':
        return '#pagebreak()\n';
    }
  };
  return `#set document(title: ${quoted(title)})\n${blocks.map(of).join('\n')}`;
}

/**
 * The fonts of the classic engine have no CJK, Greek or Cyrillic, so the newer ones set these sources with system
 * fonts.
 */
function latex({ title, blocks }: Source, engine: 'pdftex' | 'unicode'): string {
  const escaped = (text: string): string => {
    const plain = engine === 'pdftex' ? text.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '') : text;
    return plain.replaceAll(/[\\{}^~]/g, '').replaceAll(/[%&#_$]/g, '\\$&');
  };
  const commands: Readonly<Record<Family, string>> = {
    Helvetica: '\\sffamily',
    Times: '\\rmfamily',
    Courier: '\\ttfamily',
    sans: '\\sffamily',
    serif: '\\rmfamily',
    mono: '\\ttfamily',
    cjk: engine === 'pdftex' ? '\\rmfamily' : '\\cjkfamily',
  };
  const faces = { '': '', bold: '\\bfseries', italic: '\\itshape' } satisfies Record<Style, string>;
  const color = (hex: string): string => `[HTML]{${hex.slice(1).toUpperCase()}}`;
  const of = (block: Block): string => {
    switch (block.type) {
      case 'text':
        return `{${commands[block.font]}${faces[block.style]}\\fontsize{${block.size}}{14}\\selectfont\\textcolor${color(block.color)}{${escaped(block.text)}}\\par}`;
      case 'heading':
        return `\\${block.level === 1 ? 'section' : 'subsection'}{${escaped(block.text)}}`;
      case 'table':
        return block.rows.map((cells) => `\\noindent ${cells.map(escaped).join('\\quad ')}\\\\`).join('\n\\hrule\n');
      case 'image':
        return `\\includegraphics[width=${block.width}pt,height=${block.height}pt]{${block.file}}\n`;
      case 'link':
        return `\\href{${block.url.replaceAll(/[%#&]/g, '\\$&')}}{${escaped(block.text)}}\n`;
      case 'field':
        return `\\TextField[name=${block.name},value={${block.value}}]{${block.name}}\n`;
      case 'check':
        return `\\CheckBox[name=${block.name}${block.on ? ',checked' : ''}]{${block.name}}\n`;
      case 'bars':
        return block.values.map((value) => `\\textcolor${color(block.color)}{\\rule{${value}pt}{8pt}}\n`).join('\n');
      case 'math':
        return `\\[ ${block.tex} \\]`;
      case 'break':
        return '\\newpage';
    }
  };
  const fonts =
    engine === 'pdftex'
      ? '\\usepackage[T1]{fontenc}\\usepackage{lmodern}'
      : '\\usepackage{fontspec}\\setmainfont{DejaVu Serif}\\setsansfont{DejaVu Sans}\\setmonofont{DejaVu Sans Mono}\\newfontfamily\\cjkfamily{Droid Sans Fallback}';
  const packages = `\\usepackage{graphicx,xcolor}\\usepackage[pdftitle={${title}}]{hyperref}`;
  const body = blocks.map(of).join('\n\n');
  const hasFields = blocks.some(({ type }) => type === 'field' || type === 'check');
  const whole = hasFields ? `\\begin{Form}\n${body}\n\\end{Form}` : body;
  return `\\documentclass{article}${fonts}${packages}\\begin{document}\n${whole}\n\\end{document}\n`;
}

/** Only the first page, because a drawing has one page. */
function svg({ pages }: Source): string {
  const of = (mark: Mark): string => {
    switch (mark.op) {
      case 'text':
        return `<text x="${mark.x}" y="${mark.y}" style="${css({ ...mark, type: 'text' })
          .replaceAll('pt;', 'px;')
          .replace('color:', 'fill:')}">${escapeXml(mark.text)}</text>`;
      case 'rect':
        return `<rect x="${mark.x}" y="${mark.y}" width="${mark.w}" height="${mark.h}" fill="${mark.color}" fill-opacity="${mark.alpha}"/>`;
      case 'line':
        return `<line x1="${mark.x}" y1="${mark.y}" x2="${mark.x2}" y2="${mark.y2}" stroke="black"/>`;
      case 'image':
        return `<image x="${mark.x}" y="${mark.y}" width="${mark.w}" height="${mark.h}" xlink:href="${mark.file}"/>`;
      case 'link':
        return `<a xlink:href="${escapeXml(mark.url)}"><rect x="${mark.x}" y="${mark.y}" width="${mark.w}" height="${mark.h}" fill="none"/></a>`;
      default:
        return '';
    }
  };
  const size = `width="${PAGE.width}" height="${PAGE.height}"`;
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return `<svg ${names} ${size}>${(pages[0] ?? []).map(of).join('')}</svg>\n`;
}

function rst({ title, blocks }: Source): string {
  const of = (block: Block): string => {
    switch (block.type) {
      case 'text':
        return block.style === 'bold' ? `**${block.text}**` : block.text;
      case 'heading':
        return `${block.text}\n${(block.level === 1 ? '=' : '-').repeat(block.text.length)}`;
      case 'table':
        return `.. csv-table::\n\n${block.rows.map((cells) => `   ${cells.map((cell) => `"${cell}"`).join(',')}`).join('\n')}`;
      case 'image':
        return `.. image:: ${block.file}\n   :width: ${block.width}pt`;
      case 'link':
        return `\`${block.text} <${block.url}>\`_`;
      case 'field':
      case 'check':
        return block.name;
      case 'bars':
        return block.values.join(' ');
      case 'math':
        return block.plain;
      case 'break':
        return '.. raw:: pdf\n\n   PageBreak';
    }
  };
  return `${'#'.repeat(title.length)}\n${title}\n${'#'.repeat(title.length)}\n\n${blocks.map(of).join('\n\n')}\n`;
}

function groff({ blocks }: Source): string {
  const fontOf = (font: Family): string => {
    if (font === 'Courier' || font === 'mono') return 'C';
    return font === 'Helvetica' || font === 'sans' ? 'H' : 'T';
  };
  const faces = { '': 'R', bold: 'B', italic: 'I' } satisfies Record<Style, string>;
  const of = (block: Block): string => {
    switch (block.type) {
      case 'text':
        return `.LP\n\\m[${block.color}]\\f[${fontOf(block.font)}${faces[block.style]}]${block.text}\\fP\\m[]`;
      case 'heading':
        return `.NH ${block.level}\n${block.text}\n.pdfhref O ${block.level} ${block.text}`;
      case 'table':
        return `.TS\nl l r.\n${block.rows.map((cells) => cells.join('\t')).join('\n')}\n.TE`;
      case 'link':
        return `.pdfhref W -D ${block.url} ${block.text}`;
      case 'math':
        return `.LP\n${block.plain}`;
      case 'break':
        return '.bp';
      default:
        return '';
    }
  };
  const colours = blocks.flatMap((block) => (block.type === 'text' ? [block.color] : []));
  const defined = [...new Set(colours)].map((color) => `.defcolor ${color} rgb ${color}`);
  return `${[...defined, ...blocks.map(of)].filter(Boolean).join('\n')}\n`;
}

function fo({ title, blocks }: Source): string {
  const of = (block: Block): string => {
    switch (block.type) {
      case 'text':
        return `<fo:block ${foFont(block)}>${escapeXml(block.text)}</fo:block>`;
      case 'heading':
        return `<fo:block font-size="${20 - block.level * 3}pt" font-weight="bold">${escapeXml(block.text)}</fo:block>`;
      case 'table': {
        const cells = (row: readonly string[]): string =>
          row.map((cell) => `<fo:table-cell><fo:block>${escapeXml(cell)}</fo:block></fo:table-cell>`).join('');
        const rows = block.rows.map((row) => `<fo:table-row>${cells(row)}</fo:table-row>`).join('');
        return `<fo:table><fo:table-body>${rows}</fo:table-body></fo:table>`;
      }
      case 'image':
        return `<fo:block><fo:external-graphic src="${block.file}" content-width="${block.width}pt"/></fo:block>`;
      case 'link':
        return `<fo:block><fo:basic-link external-destination="url('${escapeXml(block.url)}')">${escapeXml(block.text)}</fo:basic-link></fo:block>`;
      case 'bars':
        return block.values
          .map((value) => `<fo:block background-color="${block.color}" margin-right="${value}pt">${value}</fo:block>`)
          .join('');
      case 'math':
        return `<fo:block>${escapeXml(block.plain)}</fo:block>`;
      case 'break':
        return '<fo:block break-after="page"/>';
      default:
        return `<fo:block border="1pt solid black">${block.name}</fo:block>`;
    }
  };
  const master = `<fo:layout-master-set><fo:simple-page-master master-name="page" page-width="${PAGE.width}pt" page-height="${PAGE.height}pt" margin="${PAGE.margin}pt"><fo:region-body/></fo:simple-page-master></fo:layout-master-set>`;
  const info = `<fo:declarations><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></rdf:Description></rdf:RDF></x:xmpmeta></fo:declarations>`;
  return `<?xml version="1.0" encoding="UTF-8"?><fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format">${master}${info}<fo:page-sequence master-reference="page"><fo:flow flow-name="xsl-region-body">${blocks.map(of).join('')}</fo:flow></fo:page-sequence></fo:root>\n`;
}

function foFont({ font, style, size, color }: Extract<Block, { type: 'text' }>): string {
  const faces = { '': '', bold: ' font-weight="bold"', italic: ' font-style="italic"' } satisfies Record<Style, string>;
  const families = { Helvetica: 'Helvetica', Times: 'Times', Courier: 'Courier', sans: 'DejaVu Sans' };
  const others = { serif: 'DejaVu Serif', mono: 'DejaVu Sans Mono', cjk: 'Droid Sans Fallback' };
  return `font-family="${{ ...families, ...others }[font]}" font-size="${size}pt" color="${color}"${faces[style]}`;
}

function postscript({ title, pages }: Source): string {
  const names: Readonly<Record<Family, readonly [string, string, string]>> = {
    Helvetica: ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique'],
    Times: ['Times-Roman', 'Times-Bold', 'Times-Italic'],
    Courier: ['Courier', 'Courier-Bold', 'Courier-Oblique'],
    sans: ['Bookman-Light', 'Bookman-Demi', 'Bookman-LightItalic'],
    serif: ['Palatino-Roman', 'Palatino-Bold', 'Palatino-Italic'],
    mono: ['Courier', 'Courier-Bold', 'Courier-Oblique'],
    cjk: ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique'],
  };
  const color = (hex: string): string =>
    [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
  const of = (mark: Mark): string => {
    switch (mark.op) {
      case 'text': {
        const face = names[mark.font][['', 'bold', 'italic'].indexOf(mark.style)] ?? 'Helvetica';
        const text = mark.text
          .normalize('NFD')
          .replaceAll(/[^\x20-\x7e]/g, '')
          .replaceAll(/[\\()]/g, '\\$&');
        return `/${face} ${mark.size} selectfont ${color(mark.color)} setrgbcolor ${mark.x} ${PAGE.height - mark.y} moveto (${text}) show`;
      }
      case 'rect':
        return `${color(mark.color)} setrgbcolor ${mark.x} ${PAGE.height - mark.y - mark.h} ${mark.w} ${mark.h} rectfill`;
      case 'line':
        return `0 setgray ${mark.x} ${PAGE.height - mark.y} moveto ${mark.x2} ${PAGE.height - mark.y2} lineto stroke`;
      case 'link':
        return `[/Rect [${mark.x} ${PAGE.height - mark.y - mark.h} ${mark.x + mark.w} ${PAGE.height - mark.y}] /Action << /Subtype /URI /URI (${mark.url}) >> /Subtype /Link /ANN pdfmark`;
      case 'outline':
        return `[/Title (${mark.text}) /View [/XYZ null null null] /OUT pdfmark`;
      default:
        return '';
    }
  };
  const head = `%!PS\n[/Title (${title}) /DOCINFO pdfmark\n<< /PageSize [${PAGE.width} ${PAGE.height}] >> setpagedevice\n`;
  return head + pages.map((marks) => `${marks.map(of).join('\n')}\nshowpage\n`).join('');
}
