/** Tests deploy/helm. Helm itself renders it if it is installed. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { loadParserServiceConfig, loadServiceConfig } from '#src/config.ts';
import { checkReceiver } from '#src/webhooks/url.ts';
import { programVersion } from '#src/program-version.ts';
import { requires } from '#test/support/requires.ts';

const CHART = resolve(import.meta.dirname, '../../deploy/helm/fixpoint');
const read = (path: string) => readFileSync(join(CHART, path), 'utf8');
const templates = readdirSync(join(CHART, 'templates')).map((name) => read(`templates/${name}`));

describe('the chart', () => {
  test('is of the version of the program', () => {
    expect(parse(read('Chart.yaml'))).toMatchObject({ version: programVersion(), appVersion: programVersion() });
  });

  test('asks for no value that values.yaml does not have, and has none that nothing asks for', () => {
    const asked = new Set(
      templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path)),
    );
    const values: unknown = parse(read('values.yaml'));
    const had = pathsOf(values);
    for (const path of asked) expect(had.some((each) => each === path || each.startsWith(`${path}.`))).toBe(true);
    // Settings of a single host.
    for (const path of had.filter((each) => !/^(workers|workerDefaults)\./.test(each))) {
      expect([path, [...asked].some((each) => each === path || path.startsWith(`${each}.`))]).toEqual([path, true]);
    }
  });
});

test('webhooks may go to the ports that the service accepts in an address, and to no other', () => {
  const port = z.strictObject({ protocol: z.enum(['TCP', 'UDP']), port: z.int(), endPort: z.int().optional() });
  const rule = z.object({ to: z.array(z.looseObject({})), ports: z.array(port) });
  const values = z.object({ networkPolicy: z.object({ egress: z.array(rule) }) }).parse(parse(read('values.yaml')));
  const toAnywhere = values.networkPolicy.egress.filter(({ to }) => to.some((peer) => 'ipBlock' in peer));
  const ranges = toAnywhere.flatMap(({ ports }) => ports);
  const isOpen = (number: number) => ranges.some((one) => one.port <= number && number <= (one.endPort ?? one.port));
  for (const number of [1, 25, 80, 442, 443, 444, 1023, 1024, 8443, 65_535]) {
    const answer = checkReceiver(`https://receiver.example:${number}/hook`, { http: false, loopback: false });
    expect([number, isOpen(number)]).toEqual([number, answer instanceof URL]);
  }
});

const container = z.object({
  name: z.string(),
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))).default([]),
  securityContext: z.record(z.string(), z.unknown()),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  volumeMounts: z.array(z.object({ name: z.string() })),
});
/** A container that lives as long as the pod and ends after the main container. */
const sidecar = container.extend({ restartPolicy: z.literal('Always') });
const workload = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    template: z.object({
      spec: z.looseObject({ initContainers: z.array(sidecar).default([]), containers: z.array(container) }),
    }),
  }),
});
const configMap = z.object({ kind: z.literal('ConfigMap'), data: z.record(z.string(), z.string()) });

const version = spawnSync('helm', ['version', '--short'], { encoding: 'utf8' });

describe('the chart, as Helm renders it', requires('Helm', version.status === 0), () => {
  const render = (...more: string[]) => {
    const made = spawnSync('helm', ['template', 'fixpoint', CHART, '--kube-version', '1.31.0', ...more], {
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(made.stderr);
    return parseAllDocuments(made.stdout).map((document): unknown => document.toJS());
  };
  const documents = version.status === 0 ? render() : [];
  const pods = documents.flatMap((each) => workload.safeParse(each).data ?? []);
  const containers = pods.flatMap(({ metadata, spec }) =>
    [...spec.template.spec.initContainers, ...spec.template.spec.containers].map((each) => ({
      ...each,
      of: metadata.name,
    })),
  );

  test('passes its own check', () => {
    const lint = spawnSync('helm', ['lint', '--strict', CHART, '--kube-version', '1.31.0'], { encoding: 'utf8' });
    expect(lint).toMatchObject({ status: 0, stderr: '' });
  });

  test('is an API and a host of workers, each with parsers beside it, and the migration before them', () => {
    expect(containers.map(({ of, name }) => `${of}/${name}`).toSorted()).toEqual([
      'fixpoint-api/api',
      'fixpoint-api/parsers',
      'fixpoint-api/worker',
      'fixpoint-migrate/migrate',
      'fixpoint-worker-shared/parsers',
      'fixpoint-worker-shared/worker',
    ]);
  });

  test('each container is locked, with bounded memory, and nobody in it is root', () => {
    for (const { securityContext, resources } of containers) {
      expect(securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources.limits.memory).toMatch(/^\d+[MG]i$/);
    }
    for (const { spec } of pods) {
      expect(spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000 },
      });
    }
  });

  test('parsers have no secret and no volume but their socket and a folder of their own', () => {
    for (const { env, envFrom, volumeMounts } of containers.filter(({ name }) => name === 'parsers')) {
      expect(envFrom).toEqual([]);
      expect(volumeMounts.map(({ name }) => name)).toEqual(['parsers', 'tmp']);
      expect(() => loadParserServiceConfig(settingsOf(env))).not.toThrow();
    }
  });

  test('API and worker are given what production starts with, and the key of attestations is the worker’s alone', () => {
    const secret = {
      DATABASE_URL: `postgresql://fixpoint_service:${'d'.repeat(16)}@db:5432/fixpoint`,
      S3_ACCESS_KEY: 'a'.repeat(16),
      S3_SECRET_KEY: 's'.repeat(16),
      S3_LINK_ACCESS_KEY: 'l'.repeat(16),
      S3_LINK_SECRET_KEY: 'k'.repeat(16),
    };
    const shared = documents.flatMap((each) => configMap.safeParse(each).data ?? [])[0]?.data;
    for (const { env } of containers.filter(({ name }) => name === 'api' || name === 'worker')) {
      const given = { ...shared, ...secret, ...settingsOf(env) };
      expect(loadServiceConfig(given)).toMatchObject({ env: 'production', acceptedRisks: [] });
    }
    const holders = containers.filter(({ env }) => env.some(({ name }) => name === 'SIGNING_KEY_FILE'));
    expect(new Set(holders.map(({ name }) => name))).toEqual(new Set(['worker']));
  });

  test('the worker beside an API takes no region’s documents, and a host of regions those alone', () => {
    const regionsOf = (of: string, given: typeof containers) =>
      settingsOf(given.find((each) => each.of === of && each.name === 'worker')?.env ?? [])['WORKER_REGIONS'];
    expect(regionsOf('fixpoint-api', containers)).toBe('none');
    expect(regionsOf('fixpoint-worker-shared', containers)).toBeUndefined();
    const some = render('--set', 'workers.shared.regions={us-east-2,ca-central-1}').flatMap(
      (each) => workload.safeParse(each).data ?? [],
    );
    const host = some.find(({ metadata }) => metadata.name === 'fixpoint-worker-shared');
    const worker = host?.spec.template.spec.containers[0];
    expect(settingsOf(worker?.env ?? [])['WORKER_REGIONS']).toBe('us-east-2,ca-central-1');
  });

  test('a host that grows by itself has no count of its own, but a ScaledObject', () => {
    const made = render('--set', 'workers.shared.autoscaling.enabled=true');
    expect(made).toContainEqual(expect.objectContaining({ kind: 'ScaledObject' }));
    const host = made.find(
      (each) => Object(each).kind === 'Deployment' && Object(each).metadata.name === 'fixpoint-worker-shared',
    );
    expect(Object(host).spec).not.toHaveProperty('replicas');
  });
});

function settingsOf(env: readonly { readonly name: string; readonly value: string }[]): Record<string, string> {
  return Object.fromEntries(env.map(({ name, value }) => [name, value]));
}

/** The path of each value with dots. A template iterates over the entries of a list. */
function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    return [path];
  return Object.entries(value).flatMap(([name, part]) => pathsOf(part, path === '' ? name : `${path}.${name}`));
}
