/** Signs a PDF with a library of npm: `node sign.mjs LIBRARY INPUT OUTPUT P12 PASSWORD MODULES`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [library, input, output, p12, passphrase, modules] = process.argv.slice(2);
const { resolve } = createRequire(join(modules, 'package.json'));
const load = (name) => import(pathToFileURL(resolve(name)).href);

const SIGNERS = {
  async signpdf() {
    const { plainAddPlaceholder } = await load('@signpdf/placeholder-plain');
    const { SignPdf } = await load('@signpdf/signpdf');
    const { P12Signer } = await load('@signpdf/signer-p12');
    const details = { reason: 'I agree', contactInfo: 'ada@example.org', name: 'Ada Lovelace', location: 'London' };
    const prepared = plainAddPlaceholder({ pdfBuffer: readFileSync(input), ...details });
    return new SignPdf().sign(prepared, new P12Signer(readFileSync(p12), { passphrase }));
  },
  async libpdf() {
    const { P12Signer, PDF } = await import(
      pathToFileURL(join(modules, 'node_modules/@libpdf/core/dist/index.mjs')).href
    );
    const document = await PDF.load(new Uint8Array(readFileSync(input)));
    const signer = await P12Signer.create(new Uint8Array(readFileSync(p12)), passphrase);
    const { bytes } = await document.sign({ signer, reason: 'I agree' });
    return bytes;
  },
};

writeFileSync(output, await SIGNERS[library]());
