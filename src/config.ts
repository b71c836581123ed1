/**
 * The settings of the services: one schema over the environment. All mistakes are reported together, and the result
 * is frozen.
 */
import { createHash } from 'node:crypto';
import { availableParallelism, hostname, tmpdir, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { COOLING_OFF_MS } from './domain/privacy/account-deletion.ts';
import { REGIONS, type Region } from './domain/region.ts';
import type { ParserIsolation } from './domain/parser-isolation.ts';
import { dangersOf, type Risk, RISKS, wayOut } from './risks.ts';
import type { StripeAccess } from './payments/stripe.ts';
import type { ReceiverRules } from './webhooks/addresses.ts';
import { HOUR_MS } from './domain/duration.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MEBIBYTE = 1024 * 1024;

/** What a worker accepts in words. */
const LEAST_ISOLATION = {
  full: 'full',
  'accept-shared-host': 'no-network',
  'accept-network-access': 'network-access',
} as const satisfies Record<string, ParserIsolation>;

export interface Config {
  readonly env: 'development' | 'test' | 'production';
  readonly host: string;
  readonly port: number;
  /** The port of the health endpoint of the worker, or null. */
  readonly healthPort: number | null;
  /** The port of the metrics of API and worker, or null. */
  readonly metricsPort: number | null;
  /** Public names under which they are asked for; all other requests are refused. */
  readonly metricsHosts: readonly string[];
  /** True if there is a collector of traces. OpenTelemetry finds it by itself. */
  readonly isTraced: boolean;
  readonly publicUrl: string;
  /** The login of API and worker. */
  readonly databaseUrl: string;
  /** The login of `fixpoint migrate`, or null if there is only one login. */
  readonly databaseOwnerUrl: string | null;
  readonly temporal: TemporalConfig;
  /** Versions of the workers that Temporal keeps of a task queue at most. */
  readonly mostVersions: number;
  /**
   * The start of the address of a workflow in the web interface of Temporal, or null. The id of the workflow follows
   * it.
   */
  readonly workflowPages: string | null;
  readonly s3: {
    readonly endpoint: string;
    /** Where callers reach the store, for download links. */
    readonly publicEndpoint: string;
    readonly accessKey: string;
    readonly secretKey: string;
    readonly bucketPrefix: string;
    /** The key that signs download links. */
    readonly links: { readonly accessKey: string; readonly secretKey: string };
  };
  readonly homeRegion: Region;
  /** Of this host's workers. */
  readonly workerRegions: readonly Region[];
  readonly spoolDir: string;
  /** Temporal's queue of the workers that see this spool directory. */
  readonly statelessQueue: string;
  /** True if 404 hides objects of other organizations, where the contract says 403. */
  readonly hideForeignArtifacts: boolean;
  /** The time for which the API keeps an idle connection open. */
  readonly keepAliveMs: number;
  readonly syncMaxBytes: number;
  readonly syncTimeoutMs: number;
  /** Of one worker host. */
  readonly workerProcesses: number;
  readonly parser: { readonly memoryMb: number; readonly processes: number; readonly idleMemoryMb: number };
  /** The least isolation of parsers with which a worker starts. */
  readonly leastParserIsolation: ParserIsolation;
  /** The address of the parser service, or null if the worker starts its parsers itself. */
  readonly parserSocket: string | null;
  /** The worker's; the API knows public keys only. */
  readonly signingKey: { readonly pem: string | null; readonly file: string | null; readonly uri: string | null };
  /** Addresses of timestamp authorities (RFC 3161) in order. Without one, attestations have no timestamp. */
  readonly timestampUrls: readonly string[];
  /** The API's: what access tokens are signed with. */
  readonly accessTokenKey: { readonly pem: string | null; readonly file: string | null };
  /** Proxies whose X-Forwarded-For is believed: addresses or CIDR blocks. */
  readonly trustedProxies: readonly string[];
  /** In characters. */
  readonly passwordMinLength: number;
  /** It encrypts the secrets of webhooks and waiting mails in the database. */
  readonly secretsKey: { readonly text: string | null; readonly file: string | null };
  /** The worker's; `url` is null where another process sends mail. */
  readonly mail: { readonly url: string | null; readonly from: string };
  /** Null where nobody can subscribe to a plan. */
  readonly payments: StripeAccess | null;
  /** Origins to which the payment provider's pages may lead back. */
  readonly portalOrigins: readonly string[];
  /** The domain that passkeys are of (Web Authentication: relying party identifier). */
  readonly webauthnRpId: string;
  /** Null where reports of published keys are not believed. */
  readonly secretScanningKeysUrl: string | null;
  /**
   * The time in which the deletion of an organization can be cancelled: 72 hours in production, by the specification.
   */
  readonly deletionCoolingOffMs: number;
  /** Where webhooks may go besides HTTPS on the public Internet. */
  readonly receivers: ReceiverRules;
  readonly imageDigest: string;
  /** The worker's; null where nothing is said of whom a signer's certificate comes from. */
  readonly trustStorePath: string | null;
  /** veraPDF's REST service; null where PDF/A is not validated. */
  readonly verapdfUrl: string | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Risks that the operator has accepted by name. */
  readonly acceptedRisks: readonly Risk[];
}

/** The connection to Temporal. */
export interface TemporalConfig {
  /** `host:port` of the frontend. */
  readonly address: string;
  readonly namespace: string;
  /** Absent where connections are plain. */
  readonly tls?: TemporalTls;
  /** Sent with every call, as a bearer token. */
  readonly apiKey?: string;
}

/** Paths are of PEM files. */
export interface TemporalTls {
  /** The name that the server's certificate must have, where it is not that of the address. */
  readonly serverName?: string;
  /** Who may have issued the server's certificate; without it whom the operating system trusts. */
  readonly caFile?: string;
  /** The certificate and the key of the client. */
  readonly client?: { readonly certificateFile: string; readonly keyFile: string };
}

/** The meaning of a setting, and its line in `.env.example` if it has no general default. */
interface Description {
  readonly about: string;
  readonly example?: string;
}

const descriptions = z.registry<Description>();

/** Numbers are written in decimal digits only: no sign, no exponent, no hexadecimal. */
function whole(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
}

function url(protocol: RegExp, shape: string) {
  return z.url({ protocol, error: `must have the form ${shape}` });
}

/** Scheme, host and port, as the browser says them. */
function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const required = () => z.string().min(1, 'must not be empty');
const address = () => z.string().regex(/^[^\s:/]+:\d{1,5}$/, 'must have the form host:7233');

const environment = () => z.enum(['development', 'test', 'production']);
const flag = () =>
  z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1');

/** With commas between. */
function listOf<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .pipe(z.array(item));
}

export const SETTINGS = z.object({
  NODE_ENV: environment().default('development').register(descriptions, {
    about: 'development, test or production; API and worker do not start without it',
  }),
  HOST: required().default('127.0.0.1').register(descriptions, { about: 'Address the API listens on' }),
  PORT: whole(0, 65_535).default(8080).register(descriptions, { about: 'Port the API listens on' }),
  HEALTH_PORT: whole(0, 65_535).optional().register(descriptions, {
    about: 'Worker: port on HOST at which GET /livez answers; without it none',
    example: '8081',
  }),
  METRICS_PORT: whole(0, 65_535).optional().register(descriptions, {
    about:
      'API and worker: port on HOST at which GET /metrics answers Prometheus, the first of WORKER_PROCESSES; without it none',
    example: '9464',
  }),
  METRICS_HOSTS: listOf(z.string().regex(/^[a-z0-9.-]+$/, 'must be host names in lower case, with commas between'))
    .optional()
    .register(descriptions, {
      about:
        'API and worker: public names under which Prometheus asks METRICS_PORT, with commas between; addresses and private names need none',
      example: 'api1.fixpoint.example',
    }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://127.0.0.1:4318')
    .optional()
    .register(descriptions, {
      about:
        'API and worker: collector of traces (OpenTelemetry, OTLP over HTTP); the other OTEL_ variables count too; without it none',
      example: 'http://127.0.0.1:4318',
    }),
  PUBLIC_URL: url(/^https?$/, 'https://fixpoint.example')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional()
    .register(descriptions, {
      about: 'Where callers reach the API; without it http://127.0.0.1:PORT',
      example: 'http://127.0.0.1:8080',
    }),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/fixpoint').register(descriptions, {
    about: 'PostgreSQL 18, as the login of the service, which owns nothing',
    example: 'postgresql://fixpoint_service:PASSWORD@127.0.0.1:5432/fixpoint',
  }),
  DATABASE_OWNER_URL: url(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/fixpoint')
    .optional()
    .register(descriptions, {
      about:
        'fixpoint migrate: the same database as the login that owns its tables, which API and worker must not know; without it DATABASE_URL',
      example: 'postgresql://fixpoint_owner:PASSWORD@127.0.0.1:5432/fixpoint',
    }),
  TEMPORAL_ADDRESS: address().register(descriptions, {
    about: 'Temporal frontend, host:port',
    example: '127.0.0.1:7233',
  }),
  TEMPORAL_NAMESPACE: required().default('default').register(descriptions, { about: 'Temporal namespace' }),
  TEMPORAL_MAX_VERSIONS: whole(2, 10_000).default(100).register(descriptions, {
    about: 'Versions of the workers that Temporal keeps of a task queue at most (its matching.maxVersionsInDeployment)',
  }),
  TEMPORAL_TLS: flag().register(descriptions, {
    about: '1 connects to Temporal over TLS; the settings of TLS below and an API key mean it too',
    example: '0',
  }),
  TEMPORAL_TLS_SERVER_NAME: required().optional().register(descriptions, {
    about: "Name in the certificate of Temporal's server, where it is not that of its address",
    example: 'temporal.example',
  }),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: required().optional().register(descriptions, {
    about: "File in PEM: who issues the certificate of Temporal's server; without it whom the operating system trusts",
    example: './temporal-ca.pem',
  }),
  TEMPORAL_TLS_CLIENT_CERT_PATH: required().optional().register(descriptions, {
    about: 'File in PEM: the certificate that Temporal is shown',
    example: './temporal-client.pem',
  }),
  TEMPORAL_TLS_CLIENT_KEY_PATH: required().optional().register(descriptions, {
    about: 'File in PEM: its private key',
    example: './temporal-client-key.pem',
  }),
  TEMPORAL_API_KEY: required().optional().register(descriptions, {
    about: 'API key of Temporal, for one that asks for it',
    example: '',
  }),
  TEMPORAL_UI_URL: url(/^https?$/, 'https://temporal.example')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional()
    .register(descriptions, {
      about:
        "API: Temporal's web interface, to which the page of a document leads whoever may see the document; set it where these run the service too",
      example: 'http://127.0.0.1:8233',
    }),
  S3_ENDPOINT: url(/^https?$/, 'http://127.0.0.1:9000').register(descriptions, {
    about: 'S3 store that keeps the documents',
    example: 'http://127.0.0.1:9000',
  }),
  S3_PUBLIC_ENDPOINT: url(/^https?$/, 'https://files.fixpoint.example')
    .optional()
    .register(descriptions, {
      about: 'The same store as callers reach it, for download links; without it S3_ENDPOINT',
      example: 'http://127.0.0.1:9000',
    }),
  S3_ACCESS_KEY: required().register(descriptions, {
    about: 'Access key of the S3 store that may use our buckets and nothing else (openssl rand -hex 10)',
    example: '',
  }),
  S3_SECRET_KEY: required().register(descriptions, {
    about: 'Its secret key (openssl rand -hex 20)',
    example: '',
  }),
  S3_LINK_ACCESS_KEY: required().register(descriptions, {
    about:
      'Access key that signs download links: another one, which may only read artifacts/ and exports/ of our buckets',
    example: '',
  }),
  S3_LINK_SECRET_KEY: required().register(descriptions, {
    about: 'Its secret key',
    example: '',
  }),
  S3_BUCKET_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'must be lower-case letters, digits and hyphens')
    .default('fixpoint-')
    .register(descriptions, { about: 'A bucket is named by this prefix and its region' }),
  HOME_REGION: z
    .enum(REGIONS)
    .default('eu-central-1')
    .register(descriptions, { about: 'Region of submissions that name none' }),
  WORKER_REGIONS: z
    .union(
      [z.literal('none').transform(() => []), listOf(z.enum(REGIONS))],
      `must be regions with commas between, of ${REGIONS.join(', ')}, or none`,
    )
    .optional()
    .register(descriptions, {
      about:
        'Worker: the regions whose documents this host works on, with commas between; all of them without it; "none" for a worker beside an API, which keeps to that host\'s stateless documents',
      example: 'eu-central-1',
    }),
  SPOOL_DIR: required().default(tmpdir()).register(descriptions, {
    about: 'Where uploads lie while they are received',
    example: '/tmp',
  }),
  STATELESS_QUEUE: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'must be letters, digits, dots, hyphens and underscores')
    .optional()
    .register(descriptions, {
      about:
        'Name shared by the API and the workers that see the same SPOOL_DIR; without it made of host and directory',
      example: 'pdf-stateless-host-1',
    }),
  HIDE_FOREIGN_ARTIFACTS: flag().register(descriptions, {
    about: '1 answers 404 instead of 403 for artifacts and reports of another organization',
    example: '0',
  }),
  KEEP_ALIVE_MS: whole(1_000, 3_600_000).default(65_000).register(descriptions, {
    about:
      'How long the API holds an idle connection open: longer than the load balancer, so that the balancer closes it',
  }),
  SYNC_MAX_BYTES: whole(0, 1024 * MEBIBYTE)
    .default(5 * MEBIBYTE)
    .register(descriptions, { about: 'Larger documents are never awaited: the answer is 202' }),
  SYNC_TIMEOUT_MS: whole(0, 600_000).default(25_000).register(descriptions, {
    about: 'How long a request waits for its document before the answer is 202',
  }),
  PARSER_MEMORY_MB: whole(128, 65_536)
    .default(1024)
    .register(descriptions, { about: 'Memory of one parser process, in MiB' }),
  PARSER_PROCESSES: whole(1, 64).optional().register(descriptions, {
    about: 'Documents a worker host parses at the same time; without it as many as it has cores, and two at least',
    example: '2',
  }),
  WORKER_PROCESSES: whole(1, 64).optional().register(descriptions, {
    about:
      'Worker: processes that share the work of a host, and its PARSER_PROCESSES; without it one for each two of those',
    example: '1',
  }),
  PARSER_IDLE_MEMORY_MB: whole(0, 1_048_576).optional().register(descriptions, {
    about:
      "Worker: memory of parsers that wait for the next document of their organization, in MiB, some 55 for each; without it a quarter of this machine's, with PARSER_SOCKET none",
    example: '2048',
  }),
  PARSER_ISOLATION: z.enum(['full', 'accept-shared-host', 'accept-network-access']).optional().register(descriptions, {
    about:
      'Worker: what production refuses to start without. accept-shared-host: parsers may see files and processes of the host; accept-network-access: they may reach its network besides',
    example: 'full',
  }),
  PARSER_SOCKET: required().optional().register(descriptions, {
    about: 'Unix socket of the parser service, for it and for the worker; without it the worker starts its own parsers',
    example: '/run/parsers/socket',
  }),
  PARSER_LIMIT: whole(1, 1_024).default(32).register(descriptions, {
    about:
      'Parser service: parsers at the same time; a worker has up to eight for each of its PARSER_PROCESSES, and one for each 32 of its PARSER_IDLE_MEMORY_MB',
  }),
  SIGNING_KEY: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .optional()
    .register(descriptions, {
      about: 'Worker: private key of attestations, P-256 in PEM (line ends may be written \\n); or name a file below',
      example: '',
    }),
  SIGNING_KEY_FILE: required().optional().register(descriptions, {
    about: 'Worker: file with that key',
    example: './signing-key.pem',
  }),
  SIGNING_KEY_URI: z
    .string()
    .regex(/^(?:pkcs11:|awskms:\/\/\/)./, 'must begin with pkcs11: or awskms:///')
    .optional()
    .register(descriptions, {
      about: 'Worker: that key in a token (RFC 7512, with module-path and pin-source) or in AWS KMS, instead of a file',
      example: 'pkcs11:token=fixpoint;object=attestations?module-path=/usr/lib/softhsm/libsofthsm2.so',
    }),
  TIMESTAMP_URLS: listOf(z.url({ protocol: /^https?$/, error: 'must be http or https addresses' }))
    .optional()
    .register(descriptions, {
      about:
        'Worker: timestamp authorities (RFC 3161) with commas; every attestation then has a timestamp of the first that answers',
      example: 'https://tsa.example/tsr',
    }),
  ACCESS_TOKEN_KEY: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .optional()
    .register(descriptions, {
      about: 'API: private key of access tokens, P-256 in PEM (line ends may be written \\n); or name a file below',
      example: '',
    }),
  ACCESS_TOKEN_KEY_FILE: required().optional().register(descriptions, {
    about: 'API: file with that key',
    example: './access-token-key.pem',
  }),
  TRUSTED_PROXIES: listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be IP addresses or CIDR blocks'))
    .optional()
    .register(descriptions, {
      about: 'API: proxies before it, as addresses or CIDR blocks with commas; their X-Forwarded-For is believed',
      example: '127.0.0.1,10.0.0.0/8',
    }),
  PASSWORD_MIN_LENGTH: whole(8, 64)
    .default(8)
    .register(descriptions, { about: 'API: characters of a password at least; 15 is what NIST asks for' }),
  SECRETS_KEY: required().optional().register(descriptions, {
    about:
      '32 random bytes in base64 that seal webhook secrets and mail (openssl rand -base64 32); or name a file below',
    example: '',
  }),
  SECRETS_KEY_FILE: required().optional().register(descriptions, {
    about: 'File with that key; older keys may follow, one a line',
    example: './secrets-key',
  }),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@host:587')
    .optional()
    .register(descriptions, {
      about: 'Worker: where mail is handed in; without it mail waits for a worker that has it',
      example: 'smtps://user:PASSWORD@mail.example:465',
    }),
  MAIL_FROM: required()
    .regex(/^[^\r\n]*$/, 'must be one line')
    .default('Fixpoint <no-reply@fixpoint.example>')
    .register(descriptions, { about: 'Worker: sender of mail' }),
  STRIPE_SECRET_KEY: required().optional().register(descriptions, {
    about: 'Secret key of the account at Stripe; without it nobody can subscribe to a plan',
    example: '',
  }),
  STRIPE_WEBHOOK_SECRET: required().optional().register(descriptions, {
    about: "Secret of Stripe's webhook endpoint PUBLIC_URL/api/billing/webhook",
    example: '',
  }),
  STRIPE_API_BASE: url(/^https?$/, 'https://api.stripe.com')
    .default('https://api.stripe.com')
    .register(descriptions, { about: "Where Stripe's API is" }),
  PORTAL_ORIGINS: listOf(
    z.string().refine(isOrigin, 'must be origins like https://portal.example, with commas between'),
  )
    .optional()
    .register(descriptions, {
      about:
        "Origins of pages that may call the API, and that Stripe's pages may lead back to, besides that of PUBLIC_URL, with commas between",
      example: 'https://portal.fixpoint.example',
    }),
  WEBAUTHN_RP_ID: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'must be a domain in lower case, like fixpoint.example')
    .optional()
    .register(descriptions, {
      about:
        'API: the domain that passkeys are of, by default that of PUBLIC_URL; all PORTAL_ORIGINS must be at or below it',
      example: 'fixpoint.example',
    }),
  DELETION_COOLING_OFF: z
    .string()
    .regex(/^\d{1,9}(ms|h)$/, 'must be hours or milliseconds, like 72h or 500ms')
    .default('72h')
    .transform((value) => Number.parseInt(value, 10) * (value.endsWith('ms') ? 1 : HOUR_MS))
    .register(descriptions, {
      about: 'How long the deletion of an organization can be cancelled; in production always 72h',
      example: '72h',
    }),
  SECRET_SCANNING_KEYS_URL: url(/^https?$/, 'https://api.github.com/meta/public_keys/secret_scanning')
    .optional()
    .register(descriptions, {
      about: "API: where GitHub's keys are, whose reports of published API keys are believed; without it nobody's are",
      example: 'https://api.github.com/meta/public_keys/secret_scanning',
    }),
  WEBHOOK_ALLOW_LOOPBACK: flag().register(descriptions, {
    about: '1 lets webhooks go to receivers on this machine; never in production',
    example: '0',
  }),
  IMAGE_DIGEST: z
    .string()
    .regex(/^(sha256:[0-9a-f]{64}|unpinned)$/, 'must have the form sha256: and 64 hexadecimal digits')
    .default('unpinned')
    .register(descriptions, { about: 'Digest of the container image, for attestations' }),
  TRUST_STORE_PATH: required().optional().register(descriptions, {
    about:
      'Worker: trust anchors for signatures, a file (PEM bundle or DER) or a folder of such; without it trust is null',
    example: './trust-anchors.pem',
  }),
  VERAPDF_URL: url(/^https?$/, 'http://127.0.0.1:8090')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional()
    .register(descriptions, {
      about: "veraPDF's REST service; without it PDF/A is not validated",
      example: 'http://127.0.0.1:8090',
    }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('info')
    .register(descriptions, { about: LOG_LEVELS.join(', ') }),
  ACCEPT_RISKS: listOf(z.enum(RISKS, `must be names with commas between, of ${RISKS.join(', ')}`))
    .optional()
    .register(descriptions, {
      about: `API and worker: what production refuses to start with, accepted by name, with commas between: ${RISKS.join(', ')}`,
      example: '',
    }),
});

/** Tells every mistake, never a value: a mistyped secret must not reach a log. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`These settings must be mended:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
type Settings = z.infer<typeof SETTINGS>;

/** The settings of commands, and of tests. Throws ConfigError. */
export function loadConfig(env: Environment): Config {
  return configOf(parseSettings(SETTINGS, env));
}

/** A mistake must not make a production service start as another kind. */
const SERVICE_SETTINGS = SETTINGS.extend({ NODE_ENV: environment() });

/**
 * The settings of the API and the worker: NODE_ENV must be among them, and in production nothing that is a risk there
 * and was not accepted by name. Throws ConfigError, which has all mistakes.
 */
export function loadServiceConfig(env: Environment): Config {
  const config = configOf(parseSettings(SERVICE_SETTINGS, env));
  const refused = dangersOf(config).filter(({ risk }) => !config.acceptedRisks.includes(risk));
  if (refused.length > 0) throw new ConfigError(refused.map(({ risk, danger }) => `${danger}, ${wayOut(risk)}`));
  return config;
}

function configOf(settings: Settings): Config {
  const contradictions = contradictionsIn(settings);
  if (contradictions.length > 0) throw new ConfigError(contradictions);
  const isProduction = settings.NODE_ENV === 'production';
  const publicUrl = settings.PUBLIC_URL ?? `http://127.0.0.1:${settings.PORT}`;
  const isolation = settings.PARSER_ISOLATION ?? (isProduction ? 'full' : 'accept-network-access');
  return deepFreeze({
    env: settings.NODE_ENV,
    host: settings.HOST,
    port: settings.PORT,
    healthPort: settings.HEALTH_PORT ?? null,
    metricsPort: settings.METRICS_PORT ?? null,
    metricsHosts: settings.METRICS_HOSTS ?? [],
    isTraced: settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    publicUrl,
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL ?? null,
    temporal: temporalOf(settings),
    workflowPages: workflowPagesOf(settings),
    s3: storeOf(settings),
    homeRegion: settings.HOME_REGION,
    workerRegions: settings.WORKER_REGIONS ?? REGIONS,
    spoolDir: settings.SPOOL_DIR,
    statelessQueue: settings.STATELESS_QUEUE ?? ownStatelessQueue(settings.SPOOL_DIR),
    hideForeignArtifacts: settings.HIDE_FOREIGN_ARTIFACTS,
    keepAliveMs: settings.KEEP_ALIVE_MS,
    mostVersions: settings.TEMPORAL_MAX_VERSIONS,
    syncMaxBytes: settings.SYNC_MAX_BYTES,
    syncTimeoutMs: settings.SYNC_TIMEOUT_MS,
    workerProcesses: settings.WORKER_PROCESSES ?? Math.ceil(parserProcesses(settings) / 2),
    parser: {
      memoryMb: settings.PARSER_MEMORY_MB,
      processes: parserProcesses(settings),
      idleMemoryMb: settings.PARSER_IDLE_MEMORY_MB ?? idleMemoryMb(settings),
    },
    leastParserIsolation: LEAST_ISOLATION[isolation],
    parserSocket: settings.PARSER_SOCKET ?? null,
    signingKey: {
      pem: settings.SIGNING_KEY ?? null,
      file: settings.SIGNING_KEY_FILE ?? null,
      uri: settings.SIGNING_KEY_URI ?? null,
    },
    timestampUrls: settings.TIMESTAMP_URLS ?? [],
    accessTokenKey: { pem: settings.ACCESS_TOKEN_KEY ?? null, file: settings.ACCESS_TOKEN_KEY_FILE ?? null },
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    passwordMinLength: settings.PASSWORD_MIN_LENGTH,
    secretsKey: { text: settings.SECRETS_KEY ?? null, file: settings.SECRETS_KEY_FILE ?? null },
    mail: { url: settings.SMTP_URL ?? null, from: settings.MAIL_FROM },
    payments: paymentsOf(settings),
    portalOrigins: [...new Set([new URL(publicUrl).origin, ...(settings.PORTAL_ORIGINS ?? [])])],
    webauthnRpId: settings.WEBAUTHN_RP_ID ?? new URL(publicUrl).hostname,
    deletionCoolingOffMs: settings.DELETION_COOLING_OFF,
    secretScanningKeysUrl: settings.SECRET_SCANNING_KEYS_URL ?? null,
    receivers: { http: !isProduction, loopback: settings.WEBHOOK_ALLOW_LOOPBACK },
    imageDigest: settings.IMAGE_DIGEST,
    trustStorePath: settings.TRUST_STORE_PATH ?? null,
    verapdfUrl: settings.VERAPDF_URL ?? null,
    logLevel: settings.LOG_LEVEL,
    acceptedRisks: settings.ACCEPT_RISKS ?? [],
  });
}

/** The parser service has these and no others: it knows no secret. */
const PARSER_SERVICE_SETTINGS = z.object({
  NODE_ENV: SETTINGS.shape.NODE_ENV,
  PARSER_SOCKET: required(),
  PARSER_LIMIT: SETTINGS.shape.PARSER_LIMIT,
  LOG_LEVEL: SETTINGS.shape.LOG_LEVEL,
});

export interface ParserServiceConfig {
  readonly isProduction: boolean;
  readonly socketPath: string;
  readonly maxParsers: number;
  readonly logLevel: Config['logLevel'];
}

/** @throws ConfigError which names every mistake */
export function loadParserServiceConfig(env: Environment): ParserServiceConfig {
  const settings = parseSettings(PARSER_SERVICE_SETTINGS, env);
  return {
    isProduction: settings.NODE_ENV === 'production',
    socketPath: settings.PARSER_SOCKET,
    maxParsers: settings.PARSER_LIMIT,
    logLevel: settings.LOG_LEVEL,
  };
}

function parseSettings<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.infer<Schema> {
  const parsed = schema.safeParse(withoutEmpty(env));
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => explain(issue, env)));
  return parsed.data;
}

/** Mistakes in combinations of settings. */
function contradictionsIn(settings: Settings): string[] {
  const isProduction = settings.NODE_ENV === 'production';
  const found: string[] = [];
  if (isProduction && settings.WEBHOOK_ALLOW_LOOPBACK) {
    found.push('WEBHOOK_ALLOW_LOOPBACK: is for development and tests only');
  }
  if (isProduction && settings.DELETION_COOLING_OFF !== COOLING_OFF_MS) {
    found.push('DELETION_COOLING_OFF: is 72h in production');
  }
  if (settings.S3_LINK_ACCESS_KEY === settings.S3_ACCESS_KEY) {
    found.push('S3_LINK_ACCESS_KEY: must be another key than S3_ACCESS_KEY, whose name no link may show');
  }
  if (
    (settings.TEMPORAL_TLS_CLIENT_CERT_PATH === undefined) !==
    (settings.TEMPORAL_TLS_CLIENT_KEY_PATH === undefined)
  ) {
    found.push('TEMPORAL_TLS_CLIENT_CERT_PATH: goes with TEMPORAL_TLS_CLIENT_KEY_PATH, neither without the other');
  }
  if (settings.STRIPE_SECRET_KEY !== undefined && settings.STRIPE_WEBHOOK_SECRET === undefined) {
    found.push('STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY');
  }
  if (isProduction && settings.STRIPE_SECRET_KEY !== undefined && !settings.STRIPE_API_BASE.startsWith('https:')) {
    found.push('STRIPE_API_BASE: must be https in production');
  }
  return found;
}

/** A setting about TLS, or a key that must stay secret on its way, means TLS. */
function temporalOf(settings: Settings): TemporalConfig {
  const { TEMPORAL_TLS_SERVER_NAME: serverName, TEMPORAL_TLS_SERVER_CA_CERT_PATH: caFile } = settings;
  const { TEMPORAL_TLS_CLIENT_CERT_PATH: certificateFile, TEMPORAL_TLS_CLIENT_KEY_PATH: keyFile } = settings;
  const { TEMPORAL_API_KEY: apiKey } = settings;
  const tls: TemporalTls = {
    ...(serverName !== undefined && { serverName }),
    ...(caFile !== undefined && { caFile }),
    ...(certificateFile !== undefined && keyFile !== undefined && { client: { certificateFile, keyFile } }),
  };
  const isMeant = settings.TEMPORAL_TLS || apiKey !== undefined || Object.keys(tls).length > 0;
  return {
    address: settings.TEMPORAL_ADDRESS,
    namespace: settings.TEMPORAL_NAMESPACE,
    ...(isMeant && { tls }),
    ...(apiKey !== undefined && { apiKey }),
  };
}

function workflowPagesOf({ TEMPORAL_UI_URL: ui, TEMPORAL_NAMESPACE: namespace }: Settings): string | null {
  return ui === undefined ? null : `${ui}/namespaces/${encodeURIComponent(namespace)}/workflows/`;
}

function parserProcesses({ PARSER_PROCESSES: chosen }: Settings): number {
  return chosen ?? Math.min(Math.max(2, availableParallelism()), 64);
}

/** Waiting parsers are not started again. Their memory is unknown if they run elsewhere. */
function idleMemoryMb({ PARSER_SOCKET: elsewhere }: Settings): number {
  if (elsewhere !== undefined) return 0;
  const ofContainer = process.constrainedMemory() || Infinity;
  return Math.floor(Math.min(totalmem(), ofContainer) / 4 / MEBIBYTE);
}

function storeOf(settings: Settings): Config['s3'] {
  return {
    endpoint: settings.S3_ENDPOINT,
    publicEndpoint: settings.S3_PUBLIC_ENDPOINT ?? settings.S3_ENDPOINT,
    accessKey: settings.S3_ACCESS_KEY,
    secretKey: settings.S3_SECRET_KEY,
    bucketPrefix: settings.S3_BUCKET_PREFIX,
    links: { accessKey: settings.S3_LINK_ACCESS_KEY, secretKey: settings.S3_LINK_SECRET_KEY },
  };
}

/** An account whose events nobody could verify is of no use. */
function paymentsOf(settings: Settings): StripeAccess | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = settings;
  return secretKey === undefined || webhookSecret === undefined ? null : { secretKey, webhookSecret, apiBase };
}

/** Two services on one host, each with a spool directory of its own, do not take each other's documents. */
function ownStatelessQueue(spoolDir: string): string {
  const directory = createHash('sha256').update(resolve(spoolDir)).digest('hex').slice(0, 8);
  return `pdf-stateless-${hostname()}-${directory}`;
}

/** `NAME=` in an env file means the same as leaving the line out. */
function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

function explain(issue: z.core.$ZodIssue, env: Environment): string {
  const name = String(issue.path[0]);
  return env[name] ? `${name}: ${issue.message}` : `${name}: is required`;
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}

/** Variables of docker-compose.yml besides the settings of the services. */
const COMPOSE_SETTINGS = {
  POSTGRES_PASSWORD:
    'Password of the administrator of PostgreSQL, whom only the server and the step that makes the logins below know (openssl rand -hex 20); like the others letters and digits only, since it becomes part of an URL',
  DATABASE_OWNER_PASSWORD: 'Password of fixpoint_owner, who migrates',
  DATABASE_PASSWORD: 'Password of fixpoint_service, whom API and worker log in as',
  TEMPORAL_DATABASE_PASSWORD: "Password of Temporal's own login",
  STANDBY_PASSWORD: 'Password of fixpoint_standby, who copies the database: with the profile scale, and else empty',
  MINIO_ROOT_USER:
    'Administrator of the store, who makes the users above and whom nothing else knows (openssl rand -hex 10)',
  MINIO_ROOT_PASSWORD: 'Its password (openssl rand -hex 20)',
} as const;

/** A setting as the documentation has it. */
export interface DescribedSetting {
  readonly name: string;
  readonly about: string;
  /** The line in `.env.example`, or null. */
  readonly shown: string | null;
  /** The default, or null if it depends on the machine. */
  readonly fallback: string | null;
  readonly isRequired: boolean;
  /** Read by docker-compose.yml and not by the services. */
  readonly isOfCompose: boolean;
}

/** Every setting there is, in the order of `.env.example`. */
export function describedSettings(): DescribedSetting[] {
  const settings = Object.entries(SETTINGS.shape).map(([name, field]) => {
    const { about, example } = descriptions.get(field) ?? { about: '' };
    const { success, data } = field.safeParse(undefined);
    // An example is given where the default is of this machine, or is not written as it is read.
    const isSaid = success && data !== undefined && typeof data !== 'object' && typeof data !== 'boolean';
    const fallback = example === undefined && isSaid ? String(data) : null;
    return { name, about, shown: example ?? fallback, fallback, isRequired: !success, isOfCompose: false };
  });
  const compose = Object.entries(COMPOSE_SETTINGS).map(([name, about]) => ({
    name,
    about,
    shown: null,
    fallback: null,
    isRequired: true,
    isOfCompose: true,
  }));
  return [...settings, ...compose];
}

/** The text of `.env.example`: a line for every setting, commented out where the default serves. */
export function envExample(): string {
  const lines = (isOfCompose: boolean): string =>
    describedSettings()
      .filter((setting) => setting.isOfCompose === isOfCompose)
      .map(({ name, about, shown, isRequired }) => `# ${about}\n${isRequired ? '' : '#'}${name}=${shown ?? ''}\n`)
      .join('\n');
  return `${EXAMPLE_HEAD}\n${lines(false)}\n# Only for docker-compose.yml:\n\n${lines(true)}`;
}

const EXAMPLE_HEAD = `# Settings of the API and the worker; generated from src/config.ts, where the rules are.
# \`npm start\` needs none of these. docker-compose.yml reads a copy of this file named .env.
`;
