import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { EngineReport } from '#domain/report.ts';
import { NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import { withVerdict } from '#domain/verdict/verdict.ts';
import { findingsOf } from './findings.ts';
import { healthScore, RISK_PENALTIES, SECURITY_PENALTIES, WARNING_PENALTIES } from './health.ts';

const changed = (change: Partial<EngineReport>): EngineReport => ({ ...REPORT, ...change });
const attested = (change: Partial<EngineReport>) => findingsOf(withVerdict(changed(change), null));
const warned = (...codes: EngineReport['warnings'][number]['code'][]) =>
  codes.map((code) => ({ code, message: 'for people' }));

test('a document with nothing to say about it has 100', () => {
  expect(healthScore(REPORT)).toBe(100);
});

test('every penalty counts once, and never below 0', () => {
  expect(healthScore(changed({ warnings: warned('XREF_REBUILT', 'XREF_REBUILT') }))).toBe(95);
  expect(healthScore(changed({ security: { ...REPORT.security, javascriptRemoved: true } }))).toBe(90);
  const everything = changed({
    warnings: warned('SIGNATURE_INVALID', 'UNDECODABLE_STREAM', 'FIELD_VALUE_APPEARANCE_MISMATCH', 'XREF_REBUILT'),
    security: { ...REPORT.security, javascriptRemoved: true },
    tamperAnalysis: { riskLevel: 'critical', anomaliesDetected: 0, anomalies: [] },
  });
  expect(healthScore(everything)).toBe(0);
});

test('a choice of the caller is no defect', () => {
  const security = { ...REPORT.security, annotationsRemoved: true, acroformFlattened: true };
  expect(healthScore(changed({ security, warnings: warned('SIGNATURE_REMOVED') }))).toBe(100);
});

test('the published table is the one that counts', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/verify.md'), 'utf8');
  const published = [...page.matchAll(/^\| (\d+) \| (.*) \|$/gm)].flatMap(([, penalty, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, Number(penalty)]),
  );
  const { none, ...risks } = RISK_PENALTIES;
  expect(none).toBe(0);
  expect(Object.fromEntries(published)).toEqual({ ...risks, ...SECURITY_PENALTIES, ...WARNING_PENALTIES });
});

test('findings tell what was removed and repaired, in the order of their tables', () => {
  const security = { ...REPORT.security, encryptedInput: true, javascriptRemoved: true, acroformFlattened: true };
  const warnings = warned('PAGE_TREE_REPAIRED', 'XREF_REBUILT', 'FONT_SUBSTITUTED');
  expect(attested({ security, warnings })).toEqual({
    healthScore: 80,
    contentRemoved: ['javascript', 'interactiveForm', 'encryption'],
    structuralRepairs: ['crossReferenceTable', 'pageTree'],
    warningCount: 3,
    verdict: { kind: 'repaired', level: 'caution' },
  });
});

test('a signed document that was passed through has lost nothing', () => {
  const security = { ...REPORT.security, encryptedInput: true };
  const normalized = { ...NORMALIZED, sha256: REPORT.original.sha256 };
  expect(attested({ security, normalized }).contentRemoved).toEqual([]);
});

test('removed files are bound by their hashes, and no name of theirs is told', () => {
  const file = { name: 'salary of A. Person.pdf', mediaType: null, relationship: null } as const;
  const complete = { ...file, content: 'complete', sizeBytes: 3 } as const;
  const listed = [
    { ...complete, sha256: 'b'.repeat(64) },
    { ...complete, sha256: 'a'.repeat(64) },
    { ...file, content: 'damaged', sizeBytes: null, sha256: null } as const,
  ];
  const security = { ...REPORT.security, embeddedFilesRemoved: true };
  const embeddedFiles = { kept: null, removed: { count: 5, listed, notListed: 2 } };
  expect(attested({ security, embeddedFiles }).contentRemoved).toEqual([
    'embeddedFiles',
    `EMBEDDED_FILE sha256:${'a'.repeat(64)}`,
    `EMBEDDED_FILE sha256:${'b'.repeat(64)}`,
    'EMBEDDED_FILE damaged',
    'EMBEDDED_FILE not_listed:2',
  ]);
});
