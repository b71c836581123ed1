/**
 * `node save-with-pdfjs.ts INPUT OUTPUT`: pdf.js appends what changed, so text and choice fields are told that they are
 * not for paper, which no screen shows. Buttons are left alone: where value and state disagree it sets the state. Exits
 * 1 where there is no such field: pdf.js then answers the file as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const [input = '', output = ''] = process.argv.slice(2);
const original = readFileSync(input);
// The call takes the buffer away, so it gets a copy.
const loading = getDocument({ data: new Uint8Array(original), verbosity: VerbosityLevel.ERRORS });
const document = await loading.promise;
for (let page = 1; page <= document.numPages; page++) {
  const annotations = await (await document.getPage(page)).getAnnotations();
  for (const { id, fieldType } of annotations) {
    if (fieldType === 'Tx' || fieldType === 'Ch') document.annotationStorage.setValue(id, { noPrint: true });
  }
}
const saved = await document.saveDocument();
await loading.destroy();
if (original.equals(saved)) process.exitCode = 1;
else writeFileSync(output, saved);
