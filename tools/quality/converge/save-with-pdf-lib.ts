/** `node save-with-pdf-lib.ts INPUT OUTPUT` runs in a separate process, since pdf-lib never ends for some files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';

const [input = '', output = ''] = process.argv.slice(2);
const document = await PDFDocument.load(readFileSync(input), { updateMetadata: false });
writeFileSync(output, await document.save({ updateFieldAppearances: false, addDefaultPage: false }));
