/** Attacks bytes of other organizations: by their hash, by a changed link, and at the store itself. */
import { randomUUID } from 'node:crypto';
import { type ObjectKind, objectKey } from '#store/objects/object-key.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { type Attempt, broken, held, notTried, type Outcome, refusal } from './attempts.ts';
import { ask } from './http.ts';
import { type Organization, sendDocument, type Stage } from './stage.ts';

export async function attackObjects({ target: { baseUrl }, organizations }: Stage, attempt: Attempt): Promise<void> {
  if (organizations === null) {
    return attempt('the objects of others', () => notTried('nobody can register here: give --mail'));
  }
  const { attacker, victim } = organizations;
  await askByHash(baseUrl, attacker, victim, attempt);
  await changeLinks(attacker, victim, attempt);
  await askTheStore(attacker, victim, attempt);
}

/**
 * The contract requires 403 for a hash that somebody else has. No other answer may reveal more, and the number of such
 * calls is limited.
 */
async function askByHash(
  baseUrl: string,
  attacker: Organization,
  victim: Organization,
  attempt: Attempt,
): Promise<void> {
  const headers = { 'X-Api-Key': attacker.keys['normalize+read'] };
  const { output } = victim.ids;
  const get = (more: Record<string, string>, query = '') =>
    ask(`${baseUrl}/api/artifacts/${output}${query}`, { headers: { ...headers, ...more } });
  const ways: Record<string, () => Promise<Response>> = {
    'a part of it': () => get({ Range: 'bytes=0-9' }),
    'that it has not changed': () => get({ 'If-None-Match': `"${output}"` }),
    'that it has not changed, whatever it is': () => get({ 'If-None-Match': '*' }),
    'in capitals': () => ask(`${baseUrl}/api/artifacts/${output.toUpperCase()}`, { headers }),
    'with a prefix': () => ask(`${baseUrl}/api/artifacts/sha256:${output}`, { headers }),
  };
  for (const [name, run] of Object.entries(ways)) {
    await attempt(`another's artifact, asked for ${name}`, async () => refusal(await run(), 403, 404));
  }
  await attempt("another's artifact by HEAD", async () => {
    const answer = await ask(`${baseUrl}/api/artifacts/${output}`, { method: 'HEAD', headers });
    const told = ['etag', 'x-content-hash', 'repr-digest'].filter((name) => answer.headers.has(name));
    return told.length > 0 ? broken(told.join()) : refusal(answer, 403, 404);
  });
  await attempt("another's document, sent as one's own, is counted and made as if it were new", async () => {
    // A new document, because both organizations have it after the attempt.
    const bytes = helloPage(`Document of two ${randomUUID()}`);
    const { submissionId } = await sendDocument(baseUrl, victim.keys['normalize+read'], bytes);
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(bytes)]), 'a.pdf');
    const answer = await ask(`${baseUrl}/api/normalize`, { method: 'POST', body: form, headers });
    const text = await answer.text();
    const told = [submissionId, ...victim.words].filter((word) => text.includes(word));
    return told.length === 0 && answer.ok
      ? held('nothing of the other is told')
      : broken(`${answer.status} ${told.join()}`);
  });
}

/** The links after an exchange of their parts. */
async function changeLinks(attacker: Organization, victim: Organization, attempt: Attempt): Promise<void> {
  const { downloadUrl } = attacker.document;
  const changed = (change: (url: URL) => void) => {
    const url = new URL(downloadUrl);
    change(url);
    return url.href;
  };
  const keyOf = (kind: ObjectKind, { organizationId }: Organization, sha256: string) =>
    objectKey(kind, { folder: organizationId, sha256 });
  const toKey = (key: string) => (url: URL) => {
    url.pathname = url.pathname.replace(/[^/]+\/[^/]+\/[^/]+$/, key);
  };
  const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value);
  await attempt('the link the others are made of is a good one', async () => {
    const { status } = await ask(downloadUrl);
    return status === 200 ? held('200') : broken(`${status}: the others show nothing`);
  });
  const links: Record<string, string> = {
    "another's artifact": changed(toKey(keyOf('artifact', victim, victim.ids.output))),
    "another's original": changed(toKey(keyOf('original', victim, victim.ids.original))),
    'the original of the same': changed(toKey(keyOf('original', attacker, attacker.ids.original))),
    'a path that goes up': changed((url) => (url.pathname += '/../../..')),
    'the list of the bucket': changed((url) => (url.pathname = url.pathname.split('/').slice(0, 2).join('/'))),
    'a longer life': changed(set('X-Amz-Expires', '604800')),
    'a later date': changed(set('X-Amz-Date', '20990101T000000Z')),
    'an old date': changed(set('X-Amz-Date', '20200101T000000Z')),
    'another type': changed(set('response-content-type', 'text/html')),
    'fewer headers signed': changed(set('X-Amz-SignedHeaders', '')),
    'a signature of nothing': changed(set('X-Amz-Signature', '')),
    'no signature': downloadUrl.replace(/\?.*$/, ''),
  };
  for (const [name, link] of Object.entries(links)) {
    await attempt(`a link to ${name}`, async () => refusal(await ask(link), 400, 403, 404));
  }
  for (const method of ['PUT', 'DELETE', 'POST']) {
    await attempt(`a link, used by ${method}`, async () => {
      const body = method === 'DELETE' ? null : 'broken';
      const outcome = await refusal(await ask(downloadUrl, { method, body }), 400, 403, 405, 411, 412, 501);
      return outcome.verdict === 'refused' ? stillThere(attacker, outcome) : outcome;
    });
  }
}

async function stillThere({ document: { downloadUrl } }: Organization, outcome: Outcome): Promise<Outcome> {
  const { status } = await ask(downloadUrl);
  return status === 200 ? outcome : broken(`the object is answered ${status}`);
}

/** Attacks the store without a key, and with the key id that every link contains. */
async function askTheStore(attacker: Organization, victim: Organization, attempt: Attempt): Promise<void> {
  const { origin, pathname, searchParams } = new URL(attacker.document.downloadUrl);
  const bucket = pathname.split('/')[1] ?? '';
  const credential = searchParams.get('X-Amz-Credential') ?? '';
  const output = { folder: victim.organizationId, sha256: victim.ids.output };
  const asks: Record<string, () => Promise<Response>> = {
    'the list of buckets': () => ask(`${origin}/`, {}),
    'the list of a bucket': () => ask(`${origin}/${bucket}?list-type=2`),
    'the policy of a bucket': () => ask(`${origin}/${bucket}?policy`),
    'an object by its name': () => ask(`${origin}/${bucket}/${objectKey('artifact', output)}`),
    'a new object': () =>
      ask(`${origin}/${bucket}/artifacts/zz/${randomUUID()}.pdf`, { method: 'PUT', body: 'broken' }),
    // MinIO accepted these without verifying the signature: CVE-2026-40344, CVE-2026-41145.
    'a new object, its trailer unsigned': () =>
      unsignedTrailer(`${origin}/${bucket}/artifacts/zz/${randomUUID()}.pdf`, credential),
    'an object in the place of one, its trailer unsigned': () => unsignedTrailer(`${origin}${pathname}`, credential),
    'the administration': () => ask(`${origin}/minio/admin/v3/info`),
    'the figures of the server': () => ask(`${origin}/minio/v2/metrics/cluster`),
  };
  for (const [name, run] of Object.entries(asks)) {
    await attempt(`at the store: ${name}`, async () => refusal(await run(), 400, 403, 404, 405));
  }
}

function unsignedTrailer(url: string, credential: string): Promise<Response> {
  const body = '6\r\nbroken\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n';
  const signature = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-content-sha256, Signature=${'0'.repeat(64)}`;
  return ask(url, {
    method: 'PUT',
    body,
    headers: {
      Authorization: signature,
      'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      'x-amz-date': new Date().toISOString().replaceAll(/[-:]|\.\d+/g, ''),
      'x-amz-decoded-content-length': '6',
      'x-amz-trailer': 'x-amz-checksum-crc32',
      'Content-Encoding': 'aws-chunked',
    },
  });
}
