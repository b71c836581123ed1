/**
 * API keys that were published, as GitHub's secret scanning reports them to its partners: found in a public place, they
 * are revoked within seconds.
 * https://docs.github.com/en/code-security/secret-scanning/secret-scanning-partnership-program
 */
import { createHash, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { mailTemplates } from '#src/mail/account-mails.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import { mailStore } from '#store/mail/mails.ts';
import { leakedKeyStore } from '#store/organizations/leaked-keys.ts';
import { mailStarter } from '#api/accounts/mail-starter.ts';
import { anyone } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { streamed } from '#api/http/body.ts';
import { invalid } from '#api/http/http.ts';
import { parseJson, receiveBody } from '#api/http/json-body.ts';
import { LeakVerdict } from '#src/contract/organization.ts';
import { answer } from '#api/operation.ts';
import type { Services } from '#api/services.ts';
import { githubKeys } from './github-keys.ts';

type Deps = ReturnType<typeof depsOf>;

const MAX_BYTES = 1024 * 1024;
const MAX_REPORTS = 1_000;
const MAX_URL_CHARS = 2_048;

/** GitHub may add members. */
const LeakReports = z
  .array(
    z.looseObject({
      token: z.string().describe('The token that was found.'),
      type: z.string().describe('The type that the reporter assumes.'),
      url: z.string().nullable().optional().describe('The address of the place of discovery.'),
    }),
  )
  .max(MAX_REPORTS);

type Report = z.output<typeof LeakReports>[number];

/** Missing and wrong values are refused alike. */
const Signature = z.object({
  'Github-Public-Key-Identifier': z
    .string()
    .optional()
    .meta({ description: 'The id of the key that GitHub signed with.', param: { required: true } }),
  'Github-Public-Key-Signature': z
    .string()
    .optional()
    .meta({
      description: 'The signature of the body: ECDSA with P-256 and SHA-256, DER in base64.',
      param: { required: true },
    }),
});

const endpoints = [
  endpoint({
    method: 'post',
    path: '/api/hooks/secret-scanning',
    id: 'reportPublishedKeys',
    tag: 'API keys',
    summary: 'Takes reports of GitHub about keys in public places',
    description:
      'GitHub signs the reports of its secret scanning to partners. The service revokes its reported keys at once, and writes to owners and admins.',
    access: anyone,
    headers: Signature,
    body: streamed({ 'application/json': LeakReports }, ['body_too_large', 'upload_stalled']),
    answers: [answer(200, 'Which of them are keys of ours.', z.array(LeakVerdict))],
    problems: ['invalid_signature'],
    async handle({ ctx, headers }, deps: Deps) {
      const body = await receiveBody(ctx, MAX_BYTES);
      const key = await deps.keyOf(headers['Github-Public-Key-Identifier'] ?? '');
      requireSignature(body, headers['Github-Public-Key-Signature'] ?? '', key);
      const verdicts = [];
      for (const report of readReports(body)) verdicts.push(await revokeReported(deps, report));
      return verdicts;
    },
  }),
];

export const secretScanningFeature = feature(depsOf, endpoints);

function depsOf({ database, sealer, temporal, settings, log }: Services) {
  return {
    leakedKeys: leakedKeyStore(database, mailStore(database, sealer), mailTemplates(settings.publicUrl)),
    keyOf: githubKeys(settings.secretScanningKeysUrl ?? null),
    sendMails: mailStarter(temporal, log),
  };
}

/** ECDSA with P-256 and SHA-256 over the bytes as they came; DER in base64. */
function requireSignature(body: Buffer, signature: string, key: KeyObject | null): void {
  if (key !== null && verify('sha256', body, key, Buffer.from(signature, 'base64'))) return;
  throw new ServiceError('invalid_signature', 'The report is not signed with a key of GitHub.');
}

function readReports(body: Buffer): Report[] {
  const parsed = LeakReports.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  throw invalid('body', '', 'invalid_value', `The body must be a list of at most ${MAX_REPORTS} reports.`);
}

async function revokeReported({ leakedKeys, sendMails }: Deps, { token, type, url = null }: Report) {
  const mailIds = await leakedKeys.revoke(token, url !== null && isPlainUrl(url) ? url : null);
  sendMails(mailIds ?? []);
  return {
    token_hash: createHash('sha256').update(token).digest('hex'),
    token_type: type,
    label: mailIds === null ? 'false_positive' : 'true_positive',
  };
}

/** It goes into a mail. */
function isPlainUrl(url: string): boolean {
  return url.length <= MAX_URL_CHARS && /^https:\/\/[\x21-\x7e]+$/.test(url);
}
