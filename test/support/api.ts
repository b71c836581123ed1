/** One API over real stores on its own port, with helpers for its tests. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { inject } from 'vitest';
import { createApp, createRouter } from '#api/app.ts';
import type { Settings } from '#api/settings.ts';
import type { NormalizeResponse } from '#src/bodies/normalize-response.ts';
import { type BuiltPages, currentPages } from '#api/pages/built-pages.ts';
import { OUTPUTS } from '#src/dist.ts';
import { createHttpServer, drain } from '#api/http/server.ts';
import type { PlanTier } from '#domain/billing/plan.ts';
import { NO_PAYMENTS, type Payments } from '#src/payments/port.ts';
import type { Region } from '#domain/region.ts';
import { type ApiKeyScope } from '#domain/accounts/permissions.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { artifactStore, type ArtifactStore, type S3Config } from '#store/objects/artifacts.ts';
import { OrganizationEntity, organizationStore } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';
import { MailEntity, type MailMessage } from '#store/mail/mails.ts';
import { memberStore } from '#store/accounts/members.ts';
import { readSealer, type Sealer } from '#src/keys/sealing.ts';
import { sessionStore } from '#store/accounts/sessions.ts';
import type { SigningKey } from '#src/keys/signing-key.ts';
import { type AccessTokens, accessTokens } from '#src/keys/access-token.ts';
import type { MemberRole } from '#domain/accounts/permissions.ts';
import { someAddress } from './addresses.ts';
import { newKey } from './builders/issuer.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import type { DeliveryCalls } from '#temporal/client/deliveries.ts';
import { conformingFetch } from './conformance.ts';
import { runner, type Runner } from './runner.ts';

type Body = NonNullable<RequestInit['body']>;

export interface Tenant {
  readonly organizationId: string;
  readonly key: string;
}

export interface TenantOptions {
  readonly planTier?: PlanTier;
  readonly scopes?: readonly ApiKeyScope[];
  readonly expiresAt?: Date;
  readonly allowedRegions?: Region[];
  readonly defaultRegion?: Region;
}

export interface MemberOptions {
  /** The default is an owner. */
  readonly role?: MemberRole;
  readonly email?: string;
  /** The default is true. */
  readonly emailVerified?: boolean;
}

/** A person who is signed in to the portal. */
export interface Person {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly password: string;
  readonly role: MemberRole;
  readonly sessionId: string;
  readonly token: string;
}

/** The caller of an operation that accepts both API keys and sign-ins. */
type Who = Tenant | Person;

export interface Api {
  readonly url: string;
  readonly database: Database;
  readonly artifacts: ArtifactStore;
  readonly runner: Runner;
  /** The routes, each in the form `GET /api/batches/{batchId}`. */
  routes(): string[];
  /** The names of the files in the spool directory. */
  spooled(): Promise<string[]>;
  newTenant(requested?: TenantOptions): Promise<Tenant>;
  newMember(tenant: Pick<Tenant, 'organizationId'>, requested?: MemberOptions): Promise<Person>;
  /**
   * A call of the portal from a unique address, with a JSON body if one is given; null means a caller who is not signed
   * in.
   */
  portal(
    method: string,
    path: string,
    person: Pick<Person, 'token'> | null,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** The queued mails to this address, oldest first. */
  mails(to: string): Promise<MailMessage[]>;
  readonly sealer: Sealer;
  readonly tokens: AccessTokens;
  get(path: string, who: Who | null, headers?: Record<string, string>): Promise<Response>;
  /** POST /api/normalize as a form. The prefix `later:` puts a value of `fields` after the file. */
  postForm(
    pdf: Uint8Array,
    who: Who,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>;
  postRaw(pdf: Body, who: Who, query?: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

interface Overrides {
  readonly databaseUrl?: string;
  /** Separate buckets, or another address of the store. */
  readonly s3?: Partial<S3Config>;
  readonly log?: Logger;
  readonly settings?: Partial<Settings>;
  readonly accepting?: () => boolean;
  readonly alive?: () => boolean;
  /** The key of access tokens. */
  readonly key?: SigningKey;
  /** Wraps the database that the API uses. */
  readonly view?: (database: Database) => Database;
  /** Replaces the runner. */
  readonly temporal?: TemporalClient;
  /** Delivers the webhooks of ended submissions; nothing is delivered by default. */
  readonly deliveries?: DeliveryCalls;
  /** The default is the pages of `dist/portal/`. */
  readonly pages?: () => BuiltPages | null;
  /** Without it subscriptions are unavailable. */
  readonly payments?: Payments;
}

export async function startApi(overrides: Overrides = {}): Promise<Api> {
  const parts = inject('parts');
  const database = await connectDatabase(overrides.databaseUrl ?? parts.databaseUrl);
  const s3 = { ...parts.s3, ...overrides.s3 };
  const artifacts = artifactStore(s3);
  if (s3.endpoint === parts.s3.endpoint) await artifacts.ensureBuckets();
  const spoolDir = await mkdtemp(join(tmpdir(), 'fixpoint-spool-'));
  const work = runner(database, artifacts, spoolDir, overrides.deliveries);
  const { temporal = work } = overrides;
  const settings: Settings = {
    publicUrl: 'https://fixpoint.test',
    trustedProxies: ['127.0.0.1'],
    homeRegion: 'eu-central-1',
    spoolDir,
    statelessQueue: 'pdf-stateless-test',
    receivers: { http: false, loopback: false },
    syncMaxBytes: 5 * 1024 * 1024,
    syncTimeoutMs: 25_000,
    portalOrigins: ['https://portal.test'],
    env: 'test',
    workflowPages: null,
    ...overrides.settings,
  };
  const { log = pino({ level: 'silent' }) } = overrides;
  const sealer = readSealer(randomBytes(32).toString('base64'), { production: true });
  const tokens = accessTokens(overrides.key ?? newKey(), settings.publicUrl);
  const { accepting = () => true, alive = () => true, payments = NO_PAYMENTS } = overrides;
  const seen = overrides.view?.(database) ?? database;
  const deps = {
    database: seen,
    pages: overrides.pages ?? currentPages(OUTPUTS.portal),
    artifacts,
    temporal,
    sealer,
    payments,
    tokens,
    log,
    settings,
    accepting,
    alive,
  };
  const { publicUrl, stallMs } = settings;
  const server = createHttpServer(createApp(deps), { log, publicUrl, keepAliveMs: 65_000, stallMs });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    ...caller(`http://127.0.0.1:${port}`),
    database,
    artifacts,
    runner: work,
    routes: () => routesOf(createRouter(deps)),
    spooled: () => readdir(spoolDir),
    newTenant: (requested) => newTenant(database, requested),
    newMember: ({ organizationId }, requested) => newMember(database, tokens, organizationId, requested),
    mails: (to) => mailsTo(database, sealer, to),
    sealer,
    tokens,
    async close() {
      await work.close();
      await drain(server, 1_000);
      await database.close();
      await rm(spoolDir, { recursive: true });
    },
  };
}

function routesOf({ stack }: ReturnType<typeof createRouter>): string[] {
  return stack.flatMap(({ methods, path }) => {
    const template = String(path).replaceAll(/:(\w+)/g, '{$1}');
    return methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${template}`);
  });
}

function caller(url: string): Pick<Api, 'url' | 'get' | 'portal' | 'postForm' | 'postRaw'> {
  return {
    url,
    get: (path, who, headers = {}) =>
      conformingFetch(url + path, { headers: { ...(who && credentialOf(who)), ...headers } }),
    portal: (method, path, person, body, headers = {}) =>
      conformingFetch(url + path, {
        method,
        headers: {
          'X-Forwarded-For': someAddress(),
          ...(person && { Authorization: `Bearer ${person.token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
      }),
    postForm: (pdf, who, fields = {}, headers = {}) =>
      conformingFetch(`${url}/api/normalize`, {
        method: 'POST',
        body: formOf(pdf, fields),
        headers: { ...credentialOf(who), ...headers },
      }),
    postRaw: (body, who, query = '', headers = {}) =>
      conformingFetch(`${url}/api/normalize${query}`, {
        method: 'POST',
        body,
        headers: { ...credentialOf(who), 'Content-Type': 'application/pdf', ...headers },
        duplex: 'half', // for streamed bodies
      }),
  };
}

function credentialOf(who: Who): Record<string, string> {
  return 'key' in who ? { 'X-Api-Key': who.key } : { Authorization: `Bearer ${who.token}` };
}

const LATER = 'later:';

function formOf(pdf: Uint8Array, fields: Record<string, string>): FormData {
  const form = new FormData();
  const add = ([name, value]: [string, string]) => form.append(name.replace(LATER, ''), value);
  const entries = Object.entries(fields);
  for (const entry of entries) if (!entry[0].startsWith(LATER)) add(entry);
  form.append('file', new Blob([Buffer.from(pdf)], { type: 'application/pdf' }), 'document.pdf');
  for (const entry of entries) if (entry[0].startsWith(LATER)) add(entry);
  return form;
}

async function newTenant(database: Database, requested: TenantOptions = {}): Promise<Tenant> {
  const { planTier = 'growth', scopes = ['normalize', 'read'], expiresAt = null, ...regions } = requested;
  const { id } = await organizationStore(database).create({ name: 'Test', slug: `test-${randomUUID()}`, planTier });
  await database.system().nativeUpdate(OrganizationEntity, { id }, regions);
  const { fullKey } = await apiKeyStore(database).create(id, { name: 'Test key', scopes, expiresAt });
  return { organizationId: id, key: fullKey };
}

/** Makes a member with a session, as after a sign-in. The slow password hash is real. */
async function newMember(
  database: Database,
  tokens: AccessTokens,
  organizationId: string,
  { role = 'owner', email = `${randomUUID()}@person.example`, emailVerified = true }: MemberOptions = {},
): Promise<Person> {
  const password = `correct horse ${randomUUID()}`;
  const { id } = await memberStore(database).create(organizationId, { email, password, role, emailVerified });
  const { session } = await sessionStore(database).open({ organizationId, memberId: id, userAgent: null });
  const claims = { memberId: id, organizationId, sessionId: session.id, authTime: session.authTime };
  const token = await tokens.mint(claims);
  return { id, organizationId, email, password, role, sessionId: session.id, token };
}

async function mailsTo(database: Database, sealer: Sealer, to: string): Promise<MailMessage[]> {
  const rows = await database.system().find(MailEntity, {}, { orderBy: { createdAt: 'asc' } });
  const messages = rows.flatMap((row): MailMessage[] => {
    try {
      return [JSON.parse(sealer.open(row.sealed, row.id).toString())];
    } catch {
      return []; // the API of another test file, with another key, queued this mail
    }
  });
  return messages.filter((message) => message.to === to);
}

/** The body of a problem with the additional members of its code. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly requestId: string;
  readonly errors?: readonly {
    readonly in: string;
    readonly name: string;
    readonly code: string;
    readonly detail: string;
  }[];
  readonly submission?: NormalizeResponse;
  readonly [member: string]: unknown;
}

export async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/problem+json')) throw new Error(`not a problem: ${response.status} ${text}`);
  return JSON.parse(text);
}

export async function submissionOf(response: Response): Promise<NormalizeResponse> {
  return JSON.parse(await response.text());
}

export async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A one-page document with these words. Different words give different documents. */
export function pdfSaying(words: string): Uint8Array {
  const content = `BT /F1 24 Tf 72 720 Td (${words}) Tj ET`;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

/** A document with one signature field whose value is no real signature. */
export function signedPdf(): Uint8Array {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /SigFlags 3 >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [4 0 R] >>',
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /V 5 0 R /P 3 0 R /Rect [0 0 0 0] >>',
    '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 10] /Contents <00> >>',
  ]);
}

/** A file that is only a header, so no engine can read it. */
export function brokenPdf(): Uint8Array {
  return Buffer.from('%PDF-1.7\nnothing of a document follows\n');
}

function writePdf(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${file}${xref}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}
