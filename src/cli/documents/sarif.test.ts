import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { helloPage } from '#test/support/builders/pdf.ts';
import { signedHello } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { type Desk, newDesk } from '#test/support/cli.ts';
import { findSarifSchema } from '#test/support/sarif-schema.ts';

let desk: Desk;
let log: SarifLog;
interface SarifLog {
  readonly version: string;
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly SarifResult[];
    },
  ];
}
interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly [
    { readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: object } },
  ];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

beforeAll(async () => {
  desk = newDesk();
  const forged = appendUpdate(signedHello(createSigner()), {
    4: { stream: 'BT /F1 24 Tf 72 700 Td (Pay 1,000,000) Tj ET' },
  });
  desk.put('forged.pdf', forged);
  desk.put('a b#ü.pdf', Buffer.concat([helloPage('Trailing'), Buffer.from('something behind the end of the file')]));
  desk.put('text.pdf', 'no PDF');
  const files = ['forged.pdf', 'a b#ü.pdf', 'text.pdf', 'missing.pdf'];
  await desk.run(['normalize', ...files, '--check', '--sarif', 'out.sarif']);
  log = JSON.parse(Buffer.from(desk.read('out.sarif')).toString());
}, 60_000);
afterAll(() => desk.remove());

const resultsOf = (name: string) =>
  log.runs[0].results.filter(({ locations }) => locations[0].physicalLocation.artifactLocation.uri === name);

it('is SARIF 2.1.0', { timeout: 60_000 }, async () => {
  const schema = await findSarifSchema();
  if (schema === null) {
    console.info('SARIF is held against its required members alone: its schema is not to be had here.');
    expect(log).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Fixpoint' } } }] });
    for (const { message } of log.runs[0].results) expect(message.text).toEqual(expect.any(String));
    return;
  }
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  validate(log);
  expect(validate.errors).toBeNull();
  // So that a schema that takes everything is noticed.
  expect(validate({ ...log, version: '2.0.0' })).toBe(false);
});

it('has a result for the verdict, and for each finding, with a level that follows from its severity', () => {
  expect(resultsOf('forged.pdf')).toEqual([
    expect.objectContaining({
      ruleId: 'changed_after_signing',
      level: 'error',
      message: { text: expect.stringMatching(/^Page 1 was changed after .+ signed it: “/) },
    }),
    expect.objectContaining({
      ruleId: 'INCREMENTAL_UPDATE_INJECTION',
      level: 'error',
      message: { text: expect.stringContaining('shows other content than when the signature') },
    }),
    expect.objectContaining({ ruleId: 'POLICY_REJECTION', level: 'error' }),
  ]);
});

it('names files as code scanning wants them, and bytes where a finding has a place', () => {
  const [behind, notCanonical] = resultsOf('a%20b%23%C3%BC.pdf');
  expect(behind).toMatchObject({
    ruleId: 'POST_EOF_DATA',
    locations: [{ physicalLocation: { region: { startLine: 1, byteLength: 37 } } }],
  });
  expect(notCanonical).toMatchObject({ ruleId: 'NOT_CANONICAL', level: 'warning' });
});

it('has a result for each document without an output', () => {
  expect(resultsOf('text.pdf').at(-1)).toMatchObject({ ruleId: 'NOT_A_PDF', level: 'error' });
  expect(resultsOf('missing.pdf')).toMatchObject([{ ruleId: 'FILE_UNREADABLE', level: 'error' }]);
});

it('explains each rule once, and knows the same finding again', () => {
  const [{ tool, results }] = log.runs;
  expect(new Set(tool.driver.rules.map(({ id }) => id)).size).toBe(tool.driver.rules.length);
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  const fingerprints = results.map(({ partialFingerprints }) => partialFingerprints['finding/v1']);
  expect(new Set(fingerprints).size).toBe(results.length);
});
