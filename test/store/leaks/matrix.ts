/**
 * Every operation of the API, called by every kind of caller of an organization, with ids of its own, of another
 * organization, unknown ids and malformed ids. No answer may contain data of the other organization, and its things
 * must seem not to exist.
 */
import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '#api/endpoints.ts';
import type { Operation } from '#api/operation.ts';
import { mayDo, type MemberRole } from '#domain/accounts/permissions.ts';
import { authenticator } from '#test/support/authenticator.ts';
import { helloPage } from '#test/support/builders/pdf.ts';

/** The things that a request can name. */
export type Ids = Readonly<Record<IdKind, string>>;

export type IdKind =
  | 'submission'
  | 'batch'
  | 'original'
  | 'output'
  | 'fingerprint'
  | 'apiKey'
  | 'member'
  | 'address'
  | 'session'
  | 'invitation'
  | 'webhook'
  | 'delivery'
  | 'event'
  | 'export'
  | 'erasure'
  | 'deletion'
  | 'idempotency'
  | 'paymentEvent'
  | 'passkey';

export interface Party {
  readonly organizationId: string;
  readonly members: Readonly<Record<MemberRole, { readonly token: string }>>;
  /** API keys by their scopes. */
  readonly keys: Readonly<Record<'normalize' | 'read' | 'normalize+read', string>>;
  readonly ids: Ids;
}

/** The API and its access. */
export interface Ground<Caller extends Party = Party> {
  readonly url: string;
  readonly ask: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * The caller's ids, with new things for those that the operation ends. Without it no operation ends the caller's own
   * things.
   */
  readonly ownIds?: (caller: Caller, operation: Operation) => Promise<Ids>;
}

const CALLERS = ['owner', 'admin', 'member', 'normalize', 'read', 'normalize+read', 'nobody'] as const;
type CallerName = (typeof CALLERS)[number];

/** The owner of the ids in a request. */
const OWNERS = ['own', 'other', 'unknown', 'crafted'] as const;
type Owner = (typeof OWNERS)[number];
const ONE = ['own'] as const;
const REFUSED = ['own', 'other'] as const;
/** One of each kind of credentials, for operations without authentication. */
const PUBLIC_CALLERS = ['owner', 'normalize+read', 'nobody'] as const;

interface Payload {
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body: string | FormData | Uint8Array | null;
}

interface Request extends Payload {
  readonly path: string;
}

/** One way to send an operation. Most operations have one. */
interface Way {
  readonly operation: Operation;
  readonly name: string;
  /** Gets also the caller's own ids, for requests with only one foreign part. */
  readonly parts: (ids: Ids, own: Ids) => Partial<Payload> & { readonly path?: Ids };
}

interface Cell {
  readonly way: string;
  readonly caller: CallerName;
  readonly owner: Owner;
  readonly status: number;
}

export interface Outcome {
  readonly cells: readonly Cell[];
  /** The data of the other organization that were seen, with their places. */
  readonly leaks: readonly string[];
  /** Answers that differ from the contract. */
  readonly wrong: readonly string[];
}

/** The kinds of ids in parameters of paths. */
const PATH_IDS: Readonly<Record<string, IdKind | null>> = {
  '/api/submissions/{id}': 'submission',
  '/api/submissions/{id}/report': 'submission',
  '/api/submissions/{id}/original': 'submission',
  '/api/submissions/{id}/revisions': 'submission',
  '/api/submissions/{id}/evidence': 'submission',
  '/api/submissions/{id}/events': 'submission',
  '/api/artifacts/{hash}': 'output',
  '/api/reports/{hash}': 'output',
  '/api/pages/{fingerprint}': 'fingerprint',
  '/api/batches/{batchId}': 'batch',
  '/api/batches/{batchId}/submissions': 'batch',
  '/api/batches/{batchId}/close': 'batch',
  '/api/attestations/{hash}': 'output',
  '/api/verify/{hash}': 'output',
  '/api/certificates/{hash}': 'output',
  '/api/auth/invitations/{token}': 'invitation',
  '/api/auth/sessions/{id}': 'session',
  '/api/auth/mfa/passkeys/{id}': 'passkey',
  '/api/portal/api-keys/{id}': 'apiKey',
  '/api/portal/api-keys/{id}/reroll': 'apiKey',
  '/api/portal/invitations/{id}': 'invitation',
  '/api/portal/team/{userId}': 'member',
  '/api/portal/team/{userId}/role': 'member',
  '/api/portal/team/{userId}/mfa': 'member',
  '/api/portal/webhooks/{id}': 'webhook',
  '/api/portal/webhooks/{id}/rotate-secret': 'webhook',
  '/api/portal/webhooks/{id}/test': 'webhook',
  '/api/portal/webhooks/{id}/deliveries': 'webhook',
  '/api/portal/webhooks/deliveries/{id}/attempts': 'delivery',
  '/api/portal/webhooks/{eventId}/replay': 'delivery',
  '/api/portal/data-export/{id}/status': 'export',
  '/api/portal/data-export/{id}/download': 'export',
  '/api/portal/data-export/{id}/link': 'export',
  '/api/portal/erasure/{id}': 'erasure',
  '/api/deletion-certificates/{id}': 'deletion',
  '/problems/{code}': null,
  '/codes/{code}': null,
  '/portal/assets/{file}': null,
  '/docs/images/{file}': null,
  '/docs/{page}': null,
  '/docs/operations/{page}': null,
  '/docs/events/{page}': null,
  '/docs/settings/{page}': null,
};

/** Parameters without an owner. */
const PATH_WORDS: Readonly<Record<string, string>> = {
  '/problems/{code}': 'not_found',
  '/codes/{code}': 'NO_PAGES',
  '/portal/assets/{file}': 'main.js',
  '/docs/images/{file}': 'revisions.svg',
  '/docs/{page}': 'limits',
  '/docs/operations/{page}': 'getQuota',
  '/docs/events/{page}': 'webhook.test',
  '/docs/settings/{page}': 'PORT',
};

const json = (value: object) => ({
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

const pdf = () => Buffer.from(helloPage(`Sent by a stranger ${randomUUID()}`));
/** The origin of pages that request passkeys, wherever the service runs. */
const ORIGIN = 'https://portal.test';
const password = 'correct horse battery staple';

/** The bodies by operation id, with every member that names a thing. */
const BODIES: Readonly<Record<string, (ids: Ids) => Partial<Payload>>> = {
  normalizeDocument: ({ batch }) => ({
    query: { batch_id: batch },
    headers: { 'Content-Type': 'application/pdf' },
    body: pdf(),
  }),
  compare: () => {
    const form = new FormData();
    for (const name of ['file_a', 'file_b']) form.append(name, new Blob([pdf()]), `${name}.pdf`);
    return { body: form };
  },
  createBatch: () => json({ name: 'Mine' }),
  register: () => json({ email: `${randomUUID()}@stranger.example`, password }),
  verifyEmail: ({ invitation }) => json({ token: invitation, password }),
  resendVerification: ({ address }) => json({ email: address }),
  login: ({ address }) => json({ email: address, password }),
  refresh: ({ session }) => json({ refresh_token: session }),
  logout: ({ session }) => json({ refresh_token: session }),
  forgotPassword: ({ address }) => json({ email: address }),
  resetPassword: ({ invitation }) => json({ token: invitation, password }),
  changePassword: () => json({ currentPassword: 'not this one', newPassword: password }),
  loginWithSecondFactor: ({ invitation }) => json({ mfa_token: invitation, code: '123456' }),
  reauthenticate: () => json({ password: 'not this one' }),
  askPasskeyToReauthenticate: () => json({}),
  beginTotp: () => json({}),
  confirmTotp: () => json({ code: '123456' }),
  askForPasskey: () => json({}),
  registerPasskey: ({ passkey }) =>
    json({
      name: 'Mine',
      credential: authenticator(ORIGIN).create({ challenge: passkey, rp: { id: 'fixpoint.test' } }),
    }),
  renamePasskey: () => json({ name: 'Mine' }),
  renewRecoveryCodes: () => json({}),
  acceptInvite: ({ invitation }) => json({ token: invitation, password }),
  reportPublishedKeys: ({ apiKey }) =>
    json([{ token: apiKey, type: 'fixpoint_api_key', url: 'https://stranger.example' }]),
  renameOrganization: () => json({ name: 'Stranger', slug: `stranger-${randomUUID().slice(0, 8)}` }),
  changeOrganizationSettings: () => json({ contact_email: 'contact@stranger.example' }),
  createApiKey: () => json({ name: 'Mine', scopes: ['read'] }),
  rerollApiKey: () => json({ overlapSeconds: 60 }),
  inviteMember: ({ address }) => json({ email: address, role: 'member' }),
  changeRole: () => json({ role: 'member' }),
  createWebhook: () => json({ url: 'https://stranger.example/', events: ['normalization.failure'], active: false }),
  rotateSigningSecret: () => json({}),
  updateWebhook: () => json({ active: true }),
  rotateWebhookSecret: () => json({}),
  testWebhook: () => json({}),
  replayDelivery: () => json({}),
  createCheckoutSession: () => {
    const urls = { successUrl: 'https://portal.test/yes', cancelUrl: 'https://portal.test/no' };
    return json({ tier: 'growth', interval: 'month', ...urls });
  },
  createPortalSession: () => json({ returnUrl: 'https://portal.test/' }),
  receivePaymentEvent: ({ paymentEvent }) => json({ id: paymentEvent, type: 'invoice.paid' }),
  requestErasure: ({ output }) => json({ contentHash: `sha256:${output}` }),
};

/** Ways in addition to the common one. */
const MORE_WAYS: Readonly<Record<string, Readonly<Record<string, Way['parts']>>>> = {
  normalizeDocument: {
    'as a form': ({ batch }) => {
      const form = new FormData();
      form.append('batch_id', batch);
      form.append('file', new Blob([pdf()]), 'a.pdf');
      return { body: form, query: {} };
    },
    'with the idempotency key': ({ idempotency }) => ({
      body: helloPage('The same again'),
      query: {},
      headers: { 'Content-Type': 'application/pdf', 'Idempotency-Key': idempotency },
    }),
  },
  listSubmissions: {
    'of a batch': ({ batch }) => ({ query: { batch_id: batch } }),
    'of an original': ({ original }) => ({ query: { original_sha256: original } }),
  },
  getReport: { 'of a submission': ({ submission }, own) => ({ path: own, query: { submission_id: submission } }) },
  getAttestation: { 'of an original': ({ original }, own) => ({ path: own, query: { original } }) },
  verify: { 'of an original': ({ original }, own) => ({ path: own, query: { original } }) },
  getCertificate: {
    'of an original': ({ original }, own) => ({ path: own, query: { original } }),
    'as a page': () => ({ headers: { Accept: 'application/pdf' } }),
  },
  replayDelivery: { 'of an event': (ids) => ({ path: { ...ids, delivery: ids.event } }) },
  requestErasure: {
    'of an original': ({ original }) => json({ contentHash: `sha256:${original}` }),
    'as a dry run': ({ output }) => json({ contentHash: `sha256:${output}`, dryRun: true }),
  },
};

/** Things of another organization do not exist. These operations answer with another status or need none. */
const CROSS_TENANT_STATUS: Readonly<Record<string, number>> = {
  // The contract requires this. A budget limits it, and an operator may hide it.
  getArtifact: 403,
  getReport: 403,
  normalizeDocument: 400,
  'normalizeDocument with the idempotency key': 200,
  'listSubmissions of a batch': 200,
  'listSubmissions of an original': 200,
  requestErasure: 200,
  'requestErasure of an original': 200,
  'requestErasure as a dry run': 200,
  // Links of mails, which contain no id.
  previewInvitation: 400,
  verifyEmail: 400,
  resetPassword: 400,
  loginWithSecondFactor: 400,
  registerPasskey: 401,
  acceptInvite: 400,
  // The answer is the same for every address, so that it reveals no account.
  forgotPassword: 202,
  resendVerification: 202,
  inviteMember: 200,
  login: 401,
  refresh: 401,
  logout: 204,
  receivePaymentEvent: 400,
  reportPublishedKeys: 400,
};

/** They end things that other calls need, so they come last, in this order. */
const LAST = ['requestErasure', 'requestDeletion', 'cancelDeletion', 'deactivateOrganization', 'logoutAll', 'logout'];

const CRAFTED = "x' or '1'='1";
const NO_IDS: Ids = {
  submission: '',
  batch: '',
  original: '',
  output: '',
  fingerprint: '',
  apiKey: '',
  member: '',
  address: '',
  session: '',
  invitation: '',
  webhook: '',
  delivery: '',
  event: '',
  export: '',
  erasure: '',
  deletion: '',
  idempotency: '',
  paymentEvent: '',
  passkey: '',
};

function everyId(make: (kind: IdKind) => string): Ids {
  const kinds = Object.keys(NO_IDS) as IdKind[];
  return Object.assign({ ...NO_IDS }, ...kinds.map((kind) => ({ [kind]: make(kind) })));
}

function unknownId(kind: IdKind): string {
  const hex = randomUUID().replaceAll('-', '');
  if (kind === 'original' || kind === 'output' || kind === 'fingerprint') return hex.repeat(2);
  if (kind === 'event') return `evt_${hex}`;
  if (kind === 'address') return `${hex}@nobody.example`;
  return randomUUID();
}

function ways(): Way[] {
  const order = ({ id }: Operation) => LAST.indexOf(id);
  return OPERATIONS.toSorted((a, b) => order(a) - order(b)).flatMap((operation) => {
    const { id, body, params } = operation;
    if (body && !(id in BODIES)) throw new Error(`What is sent to ${id}?`);
    if (params && !(operation.path in PATH_IDS)) throw new Error(`Whose id is in ${operation.path}?`);
    const usual: Way = { operation, name: id, parts: (ids) => BODIES[id]?.(ids) ?? {} };
    const more = Object.entries(MORE_WAYS[id] ?? {});
    return [usual, ...more.map(([name, parts]): Way => ({ operation, name: `${id} ${name}`, parts }))];
  });
}

/** Whether the way names a thing with an owner. */
function namesSomething({ operation, parts }: Way): boolean {
  if (PATH_IDS[operation.path]) return true;
  const marks = everyId((kind) => `mark-of-${kind}`);
  const { query, headers, body } = { ...parts(marks, marks) };
  const text = JSON.stringify([query, headers, typeof body === 'string' ? body : formTexts(body)]);
  return text.includes('mark-of-');
}

function formTexts(body: Request['body'] | undefined): string[] {
  return body instanceof FormData ? [...body.values()].filter((value) => typeof value === 'string') : [];
}

export function mayCall(caller: CallerName, { id, access: { scopes, action } }: Operation): boolean {
  if (scopes?.some((scope) => caller.split('+').includes(scope))) return true;
  if (action === undefined) return scopes === undefined;
  if (id === 'removeMember' && caller === 'member') return false; // except oneself
  const roles: readonly MemberRole[] = ['owner', 'admin', 'member'];
  return roles.some((role) => role === caller && (action === 'signed-in' || mayDo(role, action)));
}

/** An operation with a valid JSON body, and the answer to another body, by an owner. */
interface Sendable {
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly send: (body: string) => Promise<Answer>;
}

export function sendables(ground: Ground<never>, { ids, members: people, keys }: Party): Sendable[] {
  return ways().flatMap((way) => {
    const request = requestOf(way, ids, ids);
    const right: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : null;
    if (typeof right !== 'object' || right === null || Array.isArray(right)) return [];
    const credential: Record<string, string> = way.operation.access.scopes
      ? { 'X-Api-Key': keys['normalize+read'] }
      : { Authorization: `Bearer ${people.owner.token}` };
    return {
      name: way.name,
      body: { ...right },
      send: (body: string) => send(ground, way.operation, { ...request, body }, credential),
    };
  });
}

/** Runs all cells one after the other, because the last ones end things that others need. */
export async function runMatrix<Caller extends Party>(
  ground: Ground<Caller>,
  { stranger: caller, other }: { readonly stranger: Caller; readonly other: Party },
  canaries: readonly string[],
  isMeant: (operation: Operation) => boolean = () => true,
): Promise<Outcome> {
  const cells: Cell[] = [];
  const leaks: string[] = [];
  const wrong: string[] = [];
  const unknown = everyId(unknownId);
  const ids = { own: caller.ids, other: other.ids, unknown, crafted: everyId(() => CRAFTED) };
  for (const way of ways().filter(({ operation }) => isMeant(operation))) {
    const { operation } = way;
    const isPublic = operation.access.scopes === undefined && operation.access.action === undefined;
    for (const name of isPublic ? PUBLIC_CALLERS : CALLERS) {
      // A call is rejected before its object is searched.
      const isAllowed = mayCall(name, operation);
      const all: readonly Owner[] = !namesSomething(way) ? ONE : isAllowed ? OWNERS : REFUSED;
      const owners = all.filter((owner) => owner !== 'own' || !isAllowed || ground.ownIds !== undefined);
      const answers = new Map<Owner, Answer>();
      for (const owner of owners) {
        const meant = owner === 'own' ? ((await ground.ownIds?.(caller, operation)) ?? caller.ids) : ids[owner];
        const request = requestOf(way, meant, caller.ids);
        const answer = await send(ground, operation, request, credentials(caller, name));
        answers.set(owner, answer);
        const cell = `${way.name} by ${name} with ids of ${owner}`;
        cells.push({ way: way.name, caller: name, owner, status: answer.status });
        const sent = textOf(request);
        const seen = canaries.filter((canary) => answer.text.includes(canary) && !sent.includes(canary));
        if (seen.length > 0) leaks.push(`${cell}: ${answer.status} ${seen.slice(0, 5).join(' ')}`);
        if (answer.status >= 500 && answer.status !== 502) wrong.push(`${cell}: ${answer.status} ${answer.text}`);
      }
      wrong.push(...faultsOf(way, name, answers));
    }
  }
  return { cells, leaks, wrong };
}

export interface Answer {
  readonly status: number;
  /** Headers and body. */
  readonly text: string;
}

/** Compares with the contract: forbidden calls and foreign things, which must be indistinguishable from unknown ones. */
function faultsOf({ operation, name }: Way, caller: CallerName, answers: ReadonlyMap<Owner, Answer>): string[] {
  const statuses = [...answers].map(([owner, { status }]) => `${owner} ${status}`).join(', ');
  const fault = (what: string) => [`${name} by ${caller}: ${what}: ${statuses}`];
  if (!mayCall(caller, operation)) {
    const isRefused = [...answers.values()].every(({ status }) => status === 401 || status === 403);
    return isRefused ? [] : fault('may not call');
  }
  const [other, unknown] = [answers.get('other'), answers.get('unknown')];
  if (!other || !unknown) return [];
  const expected = CROSS_TENANT_STATUS[name] ?? (name.startsWith('normalizeDocument') ? 400 : 404);
  if (other.status !== expected) return fault(`another's must be ${expected}`);
  if (expected === 403) return unknown.status === 404 ? [] : fault('nobody’s must be 404');
  return plain(other.text) === plain(unknown.text) ? [] : fault("another's and nobody's differ");
}

/** The text without the parts that differ in every answer. */
function plain(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|\S+@\S+?example|req_\w+|evt_\w+/g, '…')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g, '…')
    .replaceAll(/"(instance|processingTimeMs|sizeBytes|downloadUrl)":("[^"]*"|\d+)/g, '…')
    .replaceAll(/^(location|ratelimit|etag|x-content-hash|repr-digest|content-length|link): .*$/gm, '…')
    .replaceAll(/(%PDF-)[^]*$/g, '$1');
}

function requestOf({ operation, parts }: Way, ids: Ids, own: Ids): Request {
  const { path: pathIds = ids, query = {}, headers = {}, body = null } = { ...parts(ids, own) };
  const kind = PATH_IDS[operation.path];
  const id = kind ? pathIds[kind] : (PATH_WORDS[operation.path] ?? '');
  const path = operation.path.replace(/\{\w+\}/, () => encodeURIComponent(id));
  return { path, query, headers, body };
}

async function send(
  { url, ask }: Ground<never>,
  { method }: Operation,
  request: Request,
  credential: Record<string, string>,
): Promise<Answer> {
  const { path, query, headers, body } = request;
  const response = await ask(`${url}${path}?${new URLSearchParams(query).toString()}`, {
    method,
    redirect: 'manual',
    headers: { ...credential, ...headers },
    ...(body !== null && { body: body instanceof Uint8Array ? Buffer.from(body) : body }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return { status: response.status, text: [...lines, bytes.toString('utf8')].join('\n') };
}

function credentials({ members: people, keys }: Party, caller: CallerName): Record<string, string> {
  if (caller === 'nobody') return {};
  if (caller === 'owner' || caller === 'admin' || caller === 'member') {
    return { Authorization: `Bearer ${people[caller].token}` };
  }
  return { 'X-Api-Key': keys[caller] };
}

function textOf({ path, query, headers, body }: Request): string {
  const parts = [decodeURIComponent(path), ...Object.values(query), ...Object.values(headers)];
  return [...parts, typeof body === 'string' ? body : '', ...formTexts(body)].join('\n');
}
