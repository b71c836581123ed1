/**
 * API keys that were published, as GitHub's secret scanning reports them to its partners: found in a public place, they
 * are revoked within seconds.
 * https://docs.github.com/en/code-security/secret-scanning/secret-scanning-partnership-program
 */
import { createHash, type KeyObject, verify } from 'node:crypto';
import { Router } from '@koa/router';
import { z } from 'zod';
import { ServiceError } from '#domain/errors.ts';
import type { LeakedKeyStore } from '#store/organizations/leaked-keys.ts';
import type { KeyOf } from './github-keys.ts';
import { invalid, type Context, type State } from '#api/http/http.ts';
import { parseJson, receiveBody } from '#api/http/json-body.ts';
import type { SendMails } from '#api/accounts/mail-starter.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';

interface Deps {
  readonly leakedKeys: LeakedKeyStore;
  readonly keyOf: KeyOf;
  readonly sendMails: SendMails;
}

const MAX_BYTES = 1024 * 1024;
const MAX_REPORTS = 1_000;
const MAX_URL_CHARS = 2_048;

/** GitHub may add members. */
export const LeakReports = z
  .array(
    z.looseObject({
      token: z.string(),
      type: z.string(),
      url: z.string().nullable().optional().describe('Where it was found.'),
    }),
  )
  .max(MAX_REPORTS);

type Report = z.infer<typeof LeakReports>[number];

export function secretScanningRoutes(deps: Deps): Router<State> {
  const router = new Router<State>();

  router.post('/api/hooks/secret-scanning', async (ctx) => {
    readQuery(ctx, NoQuery);
    const body = await receiveBody(ctx, MAX_BYTES);
    const key = await deps.keyOf(ctx.get('Github-Public-Key-Identifier'));
    requireSignature(ctx, body, key);
    const verdicts = [];
    for (const report of readReports(body)) verdicts.push(await judge(deps, report));
    ctx.body = verdicts;
  });

  return router;
}

/** ECDSA with P-256 and SHA-256 over the bytes as they came; DER in base64. */
function requireSignature(ctx: Context, body: Buffer, key: KeyObject | null): void {
  const signature = Buffer.from(ctx.get('Github-Public-Key-Signature'), 'base64');
  if (key !== null && verify('sha256', body, key, signature)) return;
  throw new ServiceError('invalid_signature', 'The report is not signed with a key of GitHub.');
}

function readReports(body: Buffer): Report[] {
  const parsed = LeakReports.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  throw invalid('body', '', 'invalid_value', `The body must be a list of at most ${MAX_REPORTS} reports.`);
}

async function judge({ leakedKeys, sendMails }: Deps, { token, type, url = null }: Report) {
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
