/**
 * A SeaweedFS server for development. Only its S3 gateway accepts user keys. Its other ports listen on the loopback
 * interface and are closed as far as its security settings allow. `docs/operate/object-store.md` lists the open ones.
 */
import { randomBytes, randomInt, webcrypto } from 'node:crypto';
import { join } from 'node:path';
import { Integer, OctetString, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, BasicConstraints, Certificate, CryptoEngine, Extension } from 'pkijs';
import { makeDirectory, writePrivate } from '#dev/files.ts';
import { LOOPBACK, anyFreePort, statusOf } from '#dev/network.ts';
import type { ServiceOptions } from '#dev/process.ts';
import { LINKED_PREFIXES } from '#store/objects/artifacts.ts';
import type { S3Credentials } from '#store/objects/s3-client.ts';

const CERTIFICATE_DAYS = 3_650;
const DAY_MS = 86_400_000;
/**
 * Its components, by their names in the security settings:
 * https://github.com/seaweedfs/seaweedfs/wiki/Security-Configuration
 */
const GRPC_COMPONENTS = ['MASTER', 'VOLUME', 'FILER', 'S3', 'CLIENT'] as const;
const SIGNING_KEYS = ['SIGNING', 'SIGNING_READ', 'FILER_SIGNING', 'FILER_SIGNING_READ'] as const;
/**
 * Each bucket has its own volumes. The first is one volume (`COPY_1` below), while the default is seven. An empty
 * volume takes no space.
 */
const MAX_VOLUMES = 10_000;
/** An orderly end takes up to 25 s. An immediate end loses no data, because all writes were passed to the system. */
const STOP_GRACE_MS = 2_000;

export interface SeaweedfsOptions {
  readonly binary: string;
  readonly dir: string;
  readonly service: S3Credentials;
  readonly links: S3Credentials;
  /** Names of buckets, or patterns of names. */
  readonly buckets: readonly string[];
  readonly logFile: string;
}

export interface SeaweedfsServer {
  readonly endpoint: string;
  readonly service: ServiceOptions;
}

/** Its address and its command. */
export async function seaweedfsServer(options: SeaweedfsOptions): Promise<SeaweedfsServer> {
  const { dir, binary, logFile } = options;
  const at = (name: string) => join(dir, name);
  for (const path of [dir, at('data')]) makeDirectory(path, 0o700);
  writePrivate(at('s3.json'), JSON.stringify(identities(options)));
  const { certificate, key } = await selfSigned();
  writePrivate(at('grpc.crt'), certificate);
  writePrivate(at('grpc.key'), key);
  const { s3, ...ports } = await freePorts();
  const flags = {
    dir: at('data'),
    ip: LOOPBACK,
    'ip.bind': LOOPBACK,
    'master.telemetry': 'false',
    'master.volumeSizeLimitMB': '1024',
    'volume.max': String(MAX_VOLUMES),
    'volume.preStopSeconds': '0',
    filer: 'true',
    'filer.disableHttp': 'true',
    'filer.localSocket': at('filer.sock'),
    s3: 'true',
    's3.config': at('s3.json'),
    's3.localSocket': at('s3.sock'),
    's3.autoCreateBucket': 'false',
    's3.port': String(s3),
    's3.port.iceberg': '0',
    's3.port.lance': '0',
    ...ports,
  };
  const endpoint = `http://${LOOPBACK}:${s3}`;
  const service: ServiceOptions = {
    name: 'seaweedfs',
    command: binary,
    args: ['-logtostderr=true', 'server', ...Object.entries(flags).map(([name, value]) => `-${name}=${value}`)],
    env: { PATH: process.env['PATH'], HOME: dir, ...securitySettings(at('grpc.crt'), at('grpc.key')) },
    cwd: dir,
    logFile,
    stopGraceMs: STOP_GRACE_MS,
    answers: async () => (await statusOf(`${endpoint}/healthz`)) === 200,
  };
  return { endpoint, service };
}

/**
 * The key of the service has all rights on our buckets. The key for links can read the objects that a link may name.
 */
function identities({ service, links, buckets }: SeaweedfsOptions) {
  const all = ['Admin', 'Read', 'Write', 'List', 'Tagging'];
  const reads = buckets.flatMap((bucket) => LINKED_PREFIXES.map((prefix) => `Read:${bucket}/${prefix}*`));
  return {
    identities: [
      {
        name: 'service',
        credentials: [service],
        actions: buckets.flatMap((bucket) => all.map((action) => `${action}:${bucket}`)),
      },
      { name: 'links', credentials: [links], actions: reads },
    ],
  };
}

/**
 * Requests between its components have tokens signed with keys of this start, and gRPC requires a certificate on both
 * sides.
 */
function securitySettings(certificate: string, key: string): Record<string, string> {
  return Object.fromEntries([
    ...SIGNING_KEYS.map((name) => [`WEED_JWT_${name}_KEY`, randomBytes(24).toString('hex')]),
    ['WEED_GRPC_CA', certificate],
    ['WEED_MASTER_VOLUME_GROWTH_COPY_1', '1'],
    ...GRPC_COMPONENTS.flatMap((name) => [
      [`WEED_GRPC_${name}_CERT`, certificate],
      [`WEED_GRPC_${name}_KEY`, key],
    ]),
  ]);
}

async function freePorts() {
  const names = ['master.port', 'volume.port', 'filer.port', 's3'] as const;
  // Each component uses a second port for gRPC.
  const ports = new Set<number>();
  while (ports.size < 2 * names.length) ports.add(await anyFreePort());
  const [master = 0, masterGrpc, volume, volumeGrpc, filer, filerGrpc, s3 = 0, s3Grpc] = ports;
  return {
    'master.port': String(master),
    'master.port.grpc': String(masterGrpc),
    'volume.port': String(volume),
    'volume.port.grpc': String(volumeGrpc),
    'filer.port': String(filer),
    'filer.port.grpc': String(filerGrpc),
    's3.port.grpc': String(s3Grpc),
    s3,
  };
}

/** A certificate that is its own authority. SeaweedFS checks the issuer of a certificate and not the host name. */
async function selfSigned(): Promise<{ readonly certificate: string; readonly key: string }> {
  const engine = new CryptoEngine({ name: 'node', crypto: webcrypto });
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ value: randomInt(1, 2 ** 31) }) });
  const name = new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: 'fixpoint development' }) });
  certificate.issuer.typesAndValues.push(name);
  certificate.subject.typesAndValues.push(name);
  certificate.notBefore.value = new Date(Date.now() - DAY_MS);
  certificate.notAfter.value = new Date(Date.now() + CERTIFICATE_DAYS * DAY_MS);
  const constraints = new BasicConstraints({ cA: true }).toSchema().toBER(false);
  certificate.extensions = [
    new Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: new OctetString({ valueHex: constraints }).valueBlock.valueHex,
    }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, engine);
  await certificate.sign(keys.privateKey, 'SHA-256', engine);
  const privateKey = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificate: pem('CERTIFICATE', certificate.toSchema(true).toBER(false)),
    key: pem('PRIVATE KEY', privateKey),
  };
}

/** RFC 7468. */
function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
