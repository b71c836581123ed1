import { describe, expect, it } from 'vitest';
import { certified } from '#test/support/builders/signature-attacks.ts';
import { signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { ATTACKS } from './attacks.ts';
import { baseDocument } from './base.ts';
import { HONEST_CHANGES } from './honest.ts';
import { SignedFile } from './signed-file.ts';
import { engineVerdict } from './verdicts.ts';

const ada = createSigner();
const LEVELS = [0, 1, 2, 3];

/** The base document, signed by the builder of the tests, which rewrites the form and the page. */
function signed(level: number): SignedFile {
  const options = level === 0 ? {} : certified(level);
  return new SignedFile(signPdf(baseDocument(), ada, { ...options, earlier: [6, 8] }));
}

describe.each(LEVELS)('a document that was signed with level %i', (level) => {
  const file = signed(level);
  const attacks = ATTACKS.filter(({ levels }) => levels.includes(level));
  const changes = HONEST_CHANGES.filter(({ levels }) => levels.includes(level));

  it.each(attacks)('rejects $family: $name', async ({ build }) => {
    const forged = build(file);
    if (forged === null) return expect(level).toBeGreaterThan(LEVELS.length);
    expect(await engineVerdict(forged)).toMatchObject({ isAccepted: false, isRejected: true });
  });

  it.each(changes)('accepts an honest change: $name', async ({ build }) => {
    expect(await engineVerdict(build(file, ada.certificate))).toMatchObject({ isAccepted: true, reason: 'ALL_VALID' });
  });
});
