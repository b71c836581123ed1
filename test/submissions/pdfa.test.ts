/** Tests PDF/A through the real workflow, the real engine and the real veraPDF, including a killed veraPDF. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DEFAULT_OPTIONS, type PdfaPolicy } from '#domain/pipeline.ts';
import { supervised } from '#tools/drills/faults/supervised.ts';
import { findVerapdf, verapdfService } from '#dev/parts/verapdf.ts';
import { normalize } from '#engine/normalize.ts';
import { NO_VALIDATOR, type Validator, verapdf } from '#src/validator/verapdf.ts';
import type { SubmissionRecord } from '#store/submissions/submissions.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { startService } from '#test/support/service.ts';
import { activitiesIn, recordHistory } from '#test/support/history.ts';
import { requires } from '#test/support/requires.ts';
import { artifactKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

const { verapdfUrl } = inject('parts');
const FIXTURES = `${import.meta.dirname}/../../fixtures/pdf`;
const fixture = (name: string) => readFileSync(join(FIXTURES, name));
const CONFORMING_1A = fixture('veraPDF_test_suite_6-8-3-4-t01-pass-a.pdf');
const CONFORMING_3A = fixture('zugferd_2p1_EN16931_AbweichenderZahlungsempf.pdf');
/** It conforms only with its attachment, which is active content and must be removed. */
const CONFORMING_4F = fixture('veraPDF_test_suite_6-7-3-t01-pass-a.pdf');
const ENGINE = { parser: { processes: 2, memoryMb: 1024 } };
/** A Java on a busy machine may need most of a minute to restart. */
const PATIENCE = { deadlineMs: 60_000, absenceMs: 120_000 };

/** Declares PDF/A-2b and paints with a colour without a profile. `salt` makes documents different. */
function falseClaim(salt = ''): Uint8Array {
  const content = `1 0 0 rg 10 10 50 50 re f % ${salt}`;
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 ${100 + Number(salt || 0)}]/Contents 4 0 R/Resources<<>>>>`,
    4: { stream: content },
    5: {
      dict: '/Type/Metadata/Subtype/XML',
      stream: xmpOf('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>'),
    },
  });
}

function xmpOf(properties: string, before = ''): string {
  return `<?xpacket begin="\u00ef\u00bb\u00bf" id="W5M0MpCehiHzreSzNTczkc9d"?>${before}
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/">${properties}
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

const service = started(() => startService(inject('parts')));

async function submit(pdf: Uint8Array, pdfaPolicy: PdfaPolicy = 'preserve') {
  const input = await service.accept(pdf, { pdfaPolicy });
  await service.temporal.startSubmission(input, 'async');
  return input;
}

const codesOf = ({ report }: SubmissionRecord) => report?.warnings.map(({ code }) => code);
const claimOf = async ({ organizationId, report, region }: SubmissionRecord) => {
  const key = artifactKey(organizationId, report?.normalized?.sha256 ?? '');
  const bytes = await service.artifacts.getBytes(region, key);
  return (await normalize(bytes, DEFAULT_OPTIONS)).report.validation.pdfaLevel;
};

describe('without a validator', () => {
  test('a document that declares PDF/A is normalized, and the report says that nobody looked', async () => {
    const workers = await service.workHere({ ...ENGINE, validator: NO_VALIDATOR });
    const input = await submit(CONFORMING_1A);
    const row = await service.settled(input);
    expect(row.status).toBe('SUCCESS');
    expect(row.report?.validation).toMatchObject({
      pdfaPreserved: true,
      pdfaCompliant: false,
      validatorValidated: false,
    });
    expect(codesOf(row)).toContain('PDFA_VALIDATOR_UNAVAILABLE');
    const { events } = await recordHistory(service.handle(input));
    expect(activitiesIn(events).slice(-3)).toEqual(['ContentHash', 'PdfaValidation', 'commit']);
    await workers.shutdown();
  });

  test('a document that declares nothing is not asked about', async () => {
    const asked: string[] = [];
    const validator: Validator = {
      configured: true,
      validate: async (_document, level) => {
        asked.push(level);
        return { kind: 'validated', compliant: true, failures: [] };
      },
    };
    const workers = await service.workHere({ ...ENGINE, validator });
    const row = await service.settled(await submit(fixture('hello.pdf')));
    expect(row.report?.validation.validatorValidated).toBeNull();
    expect(asked).toEqual([]);
    await workers.shutdown();
  });
});

describe('with veraPDF', requires('veraPDF', verapdfUrl !== null), () => {
  let shutdown = async () => {};
  beforeAll(async () => {
    const workers = await service.workHere({ ...ENGINE, validator: verapdf(verapdfUrl ?? '') });
    shutdown = () => workers.shutdown();
  });
  afterAll(() => shutdown());

  test('a document that conforms is preserved as such', async () => {
    const row = await service.settled(await submit(CONFORMING_1A));
    expect(row.report?.validation).toMatchObject({
      pdfaDeclared: true,
      pdfaLevel: '1a',
      pdfaPreserved: true,
      pdfaCompliant: true,
      validatorValidated: true,
      validatorErrors: [],
    });
    expect(row.stageDurationsMs?.['PdfaValidation']).toBeGreaterThan(0);
  });

  test('a false claim is kept under preserve, with every clause it fails', async () => {
    const row = await service.settled(await submit(falseClaim()));
    expect(row.status).toBe('SUCCESS');
    expect(row.report?.validation).toMatchObject({
      pdfaPreserved: true,
      pdfaCompliant: false,
      validatorValidated: true,
    });
    const errors = row.report?.validation.validatorErrors ?? [];
    expect(errors).toContainEqual(expect.stringMatching(/^ISO 19005-2:2011 6\.2\.4\.3-2: DeviceRGB .* \(\d+\)$/));
    expect(codesOf(row)).toEqual(expect.arrayContaining(['PDFA_NOT_COMPLIANT', 'PDFA_VALIDATION_FAILED']));
    expect(await claimOf(row)).toBe('2b');
  });

  test('a false claim is removed under normalize_anyway, and the output stays what it is', async () => {
    const row = await service.settled(await submit(falseClaim(), 'normalize_anyway'));
    expect(row.status).toBe('SUCCESS');
    expect(row.report?.validation).toMatchObject({
      pdfaDeclared: true,
      pdfaPreserved: false,
      validatorValidated: true,
    });
    expect(codesOf(row)).toContain('PDFA_CLAIM_REMOVED');
    expect(await claimOf(row)).toBeNull();
    const key = artifactKey(row.organizationId, row.report?.normalized?.sha256 ?? '');
    const output = await service.artifacts.getBytes(row.region, key);
    const again = await normalize(output, DEFAULT_OPTIONS);
    expect(again.report.normalized?.sha256).toBe(row.report?.normalized?.sha256);
  });

  test('a document that cannot stay conforming is rejected under preserve, not under normalize_anyway', async () => {
    const rejected = await service.settled(await submit(CONFORMING_4F));
    expect(rejected.report).toMatchObject({ status: 'REJECTED', normalized: null });
    expect(rejected.report?.failure).toMatchObject({ code: 'POLICY_REJECTION', stage: 'ActiveContentRemoval' });
    expect(rejected.report?.failure?.message).toContain('PDFA_COMPLIANCE_RISK');
    const normalized = await service.settled(await submit(CONFORMING_4F, 'normalize_anyway'));
    expect(normalized.status).toBe('SUCCESS');
    expect(codesOf(normalized)).toContain('PDFA_CLAIM_REMOVED');
    expect(await claimOf(normalized)).toBeNull();
  });

  test('an invoice that is kept, or removed with its schema, leaves PDF/A-3 what it is', async () => {
    for (const options of [{ embeddedFilesPolicy: 'keep_invoice' }, {}] as const) {
      const input = await service.accept(CONFORMING_3A, options);
      await service.temporal.startSubmission(input, 'async');
      const { report } = await service.settled(input);
      expect(report?.validation).toMatchObject({ pdfaLevel: '3a', pdfaPreserved: true, pdfaCompliant: true });
      expect(report?.embeddedFiles?.kept?.name).toBe('embeddedFilesPolicy' in options ? 'factur-x.xml' : undefined);
    }
  });

  test('a document that names foreign entities makes veraPDF ask nobody', async () => {
    let visits = 0;
    const bait = createServer((_request, response) => {
      visits += 1;
      response.end('<!ENTITY leak "x">');
    });
    await once(bait.listen(0, '127.0.0.1'), 'listening');
    const address = bait.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/x.dtd`;
    const doctype = `<!DOCTYPE x [<!ENTITY % remote SYSTEM "${url}">%remote;<!ENTITY own SYSTEM "${url}">]>`;
    const pdf = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/AcroForm<</Fields[6 0 R]/XFA 7 0 R>>>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[6 0 R]>>',
      5: { dict: '/Type/Metadata/Subtype/XML', stream: xmpOf('<dc:title>&own;</dc:title>', doctype) },
      6: `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 5 5]/RV(<?xml version="1.0"?>${doctype}<body>&own;</body>)>>`,
      7: { stream: `<?xml version="1.0"?>${doctype}<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">&own;</xdp:xdp>` },
    });
    for (const level of ['1b', '2a', '4']) {
      await verapdf(verapdfUrl ?? '').validate(new Blob([Buffer.from(pdf)]), level, PATIENCE);
    }
    bait.close();
    expect(visits).toBe(0);
  });
});

test('a document waits for a validator that is still starting', async () => {
  const conforms = { report: { jobs: [{ validationResult: [{ compliant: true, details: { ruleSummaries: [] } }] }] } };
  let refusals = 0;
  const validator = createServer((request, response) => {
    request.resume().once('end', () => {
      // The express mode is refused once, and the durable mode once more.
      if (refusals < 2) response.writeHead(503, { 'Retry-After': 2 }).end();
      else response.end(JSON.stringify(conforms));
      refusals += 1;
    });
  });
  await once(validator.listen(0, '127.0.0.1'), 'listening');
  const address = validator.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const workers = await service.workHere({ ...ENGINE, validator: verapdf(url) });
  const row = await service.settled(await submit(CONFORMING_1A));
  expect(row.report?.validation).toMatchObject({ pdfaCompliant: true, validatorValidated: true });
  expect(refusals).toBeGreaterThan(2);
  await workers.shutdown();
  validator.close();
});

describe('a veraPDF of our own', requires('veraPDF', verapdfUrl !== null), () => {
  async function startOwn(deadlineSeconds: number) {
    const found = await findVerapdf(() => {});
    if ('missing' in found) throw new Error(found.missing);
    const dir = mkdtempSync(join(tmpdir(), 'fixpoint-verapdf-'));
    const place = { spoolDir: join(dir, 'spool'), logFile: join(dir, 'log'), deadlineSeconds };
    const { url, service: options } = await verapdfService(found, place);
    const running = await supervised(options, () => undefined);
    const stop = async () => {
      await running.stop(0);
      rmSync(dir, { recursive: true });
    };
    return { validator: verapdf(url), kill: () => running.kill(0), stop };
  }

  test('killed again and again while documents are under way: every one ends, and the last ones are validated', async () => {
    const own = await startOwn(60);
    let calls = 0;
    const validator: Validator = {
      configured: true,
      validate: (...question) => {
        calls += 1;
        if (calls === 3 || calls === 8) setTimeout(() => void own.kill(), 5);
        return own.validator.validate(...question);
      },
    };
    const workers = await service.workHere({ ...ENGINE, validator });
    const inputs = await Promise.all(Array.from({ length: 6 }, (_, index) => submit(falseClaim(String(index + 1)))));
    const rows = await Promise.all(inputs.map((input) => service.settled(input)));
    for (const row of rows) {
      expect(row.status).toBe('SUCCESS');
      const wasValidated = row.report?.validation.validatorValidated === true;
      expect(codesOf(row)).toContain(wasValidated ? 'PDFA_VALIDATION_FAILED' : 'PDFA_VALIDATOR_UNAVAILABLE');
    }
    expect(calls).toBeGreaterThanOrEqual(8);
    const after = await service.settled(await submit(falseClaim('7')));
    expect(after.report?.validation.validatorValidated).toBe(true);
    await workers.shutdown();
    await own.stop();
  });

  test('a document that takes longer than its deadline is given up, and the next one is not affected', async () => {
    const own = await startOwn(0);
    const document = new Blob([CONFORMING_1A]);
    for (const _ of [1, 2]) {
      expect(await own.validator.validate(document, '1a', PATIENCE)).toEqual({
        kind: 'unreadable',
        reason: 'the document takes too long to validate',
      });
    }
    await own.stop();
  });
});
