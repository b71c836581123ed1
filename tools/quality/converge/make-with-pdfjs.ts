/**
 * `node make-with-pdfjs.ts OUTPUT [pages]`: pdf.js adds to documents and puts pages together, so it is given one of
 * pdf-lib: with a note appended to it, or as pages that were written anew.
 */
import { writeFileSync } from 'node:fs';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { AnnotationEditorType, getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const NOTE = {
  annotationType: AnnotationEditorType.FREETEXT,
  color: [200, 0, 0],
  fontSize: 12,
  pageIndex: 0,
  rect: [40, 90, 160, 110],
  rotation: 0,
  value: 'A note',
};

const [output = '', mode] = process.argv.slice(2);
const base = await PDFDocument.create();
const font = await base.embedFont(StandardFonts.Courier);
base.addPage([300, 200]).drawText('First (1) of two', { x: 40, y: 150, font });
base.addPage([300, 200]).drawText('Second', { x: 40, y: 150, font });

const loading = getDocument({ data: await base.save(), verbosity: VerbosityLevel.ERRORS });
const document = await loading.promise;
if (mode === 'pages') writeFileSync(output, await document.extractPages([{ document: null, includePages: [0, 1] }]));
else {
  document.annotationStorage.setValue('pdfjs_internal_editor_0', NOTE);
  writeFileSync(output, await document.saveDocument());
}
await loading.destroy();
