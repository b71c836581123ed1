import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { verdictOf } from '#domain/verdict/verdict.ts';
import { REPORT } from '#test/support/builders/report.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { type Desk, newDesk } from '#test/support/cli.ts';
import { SIGNATURE, timelineOf } from '#portal/passport/timeline/examples.ts';
import { passportLines } from './inspect.ts';
import { revisionLines, signatureLines } from './revision-strip.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../fixtures/pdf');

let desk: Desk;
beforeAll(() => {
  desk = newDesk();
  desk.put('forged.pdf', readFileSync(`${FIXTURES}/isa-1-full-update.pdf`));
  desk.put('plain.pdf', helloPage('Plain'));
});
afterAll(() => desk.remove());

describe('the passport in a terminal', () => {
  it('says first in a sentence what the portal says, then shows what it rests on', async () => {
    const { status, stdout } = await desk.run(['inspect', 'forged.pdf']);
    expect(status).toBe(0);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      '✖ Changed after signing',
      '  Page 1 was changed after Alice Dev Signer signed it: “Page 1 harbour” became “FORGED AMOUNT copper” and “timber invoice orbit maple orbit signal walnut ledger ledger…” was removed.',
    ]);
    expect(stdout).toContain('\nRevisions  3, 9,996 bytes\n');
    expect(stdout).toContain(
      '\n      Signature of Alice Dev Signer (name taken from the certificate, not verified), field Signature1: does not hold (MODIFIED_AFTER_SIGNING)\n',
    );
    expect(stdout).toMatch(/^ {2}CRITICAL: Page 1 shows other content than when the signature Signature1 was made/m);
    // Neither name nor colour, so that git may compare two of these.
    for (const word of ['forged.pdf', '\u001b']) expect(stdout).not.toContain(word);
  });

  it('has the gravest finding first', () => {
    const anomalies = (['low', 'high', 'medium'] as const).map((severity) => ({
      type: 'SHADOW_CONTENT_DETECTED' as const,
      severity,
      description: severity,
      location: null,
    }));
    const report = { ...REPORT, tamperAnalysis: { riskLevel: 'high' as const, anomaliesDetected: 3, anomalies } };
    const lines = passportLines(verdictOf(report), report, { timeline: null }).map(({ text }) => text);
    expect(lines.filter((line) => /^ {2}[A-Z]+: /.test(line))).toEqual([
      '  HIGH: high',
      '  MEDIUM: medium',
      '  LOW: low',
    ]);
  });

  it('is said of each of several, with its name', async () => {
    const { stdout } = await desk.run(['inspect', 'plain.pdf', 'forged.pdf']);
    expect(stdout).toMatch(/^plain\.pdf\n✔ Normalized\n[^]*\n\nforged\.pdf\n✖ Changed after signing\n/);
  });

  it('is JSON for programs: verdict, report and revisions', async () => {
    const { stdout } = await desk.run(['inspect', '--json', 'plain.pdf']);
    expect(JSON.parse(stdout)).toMatchObject({
      file: 'plain.pdf',
      verdict: { kind: 'no_findings', level: 'good', label: 'Normalized', notes: [] },
      report: { status: 'SUCCESS', normalized: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      revisions: { count: 1, crossReference: 'followed' },
    });
  });

  it('tells of a document that does not open why', async () => {
    desk.put('locked.pdf', readFileSync(`${FIXTURES}/aes-256-user.pdf`));
    const { status, stdout } = await desk.run(['inspect', 'locked.pdf']);
    expect(status).toBe(5);
    expect(stdout).toContain('This document opens only with a password. We could not read it.');
    expect(stdout).toContain('\nNo output  PASSWORD_REQUIRED: ');
  });
});

describe('the strip of revisions', () => {
  const strips = (timeline: RevisionTimeline) =>
    revisionLines(timeline).flatMap(({ text }) => /▕(.*)▏/.exec(text)?.[1] ?? []);

  it('gives each revision its share of the file, and the least one a column', () => {
    const [first, second, third] = strips(timelineOf([500, 999, 1000]));
    expect(first).toBe('█'.repeat(24) + '░'.repeat(24));
    expect(second).toBe('░'.repeat(24) + '█'.repeat(24));
    expect(third).toBe('░'.repeat(47) + '█');
  });

  it('leaves out the older ones of many, and says so', () => {
    const many = timelineOf(Array.from({ length: 40 }, (_, index) => (index + 1) * 100));
    expect(strips(many)).toHaveLength(12);
    expect(revisionLines(many)[0]?.text).toBe('  28 older ones are left out');
  });

  it('shows of a signature what it leaves uncovered, however little', () => {
    const [line] = signatureLines(timelineOf([999_999, 1_000_000], [{ ...SIGNATURE, endByte: 999_999 }]), []);
    expect(line).toEqual({ tone: null, text: `    1 ▕${'━'.repeat(47)}┄▏` });
  });
});
