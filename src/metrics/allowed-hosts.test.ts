import { once } from 'node:events';
import { request } from 'node:http';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { isAllowedHost } from './allowed-hosts.ts';
import { serveMetrics } from './serve.ts';

const NAMES = ['api1.example.com'];

test.each([
  '127.0.0.1:9464',
  '10.1.2.3',
  '[::1]:9464',
  '[2001:db8::1]',
  'localhost:9464',
  'api:9464',
  'Worker',
  'fixpoint-api.fixpoint.svc:9464',
  'fixpoint-api.fixpoint.svc.cluster.local.',
  'host.internal',
  'api1.example.com:9464',
])('%s is a host that the metrics are asked for', (host) => {
  expect(isAllowedHost(host, NAMES)).toBe(true);
});

test.each([
  '',
  'evil.example',
  'evil.example:9464',
  'evil.example.',
  'api1.example.com.evil.example',
  '127.0.0.1.evil.example',
  'evil.example/@api',
  'api@evil.example',
  'evil.local.example',
])('%j is none', (host) => {
  expect(isAllowedHost(host, NAMES)).toBe(false);
});

test('the metrics are served under an allowed host alone', async () => {
  const endpoint = await serveMetrics({ host: '127.0.0.1', port: 0, names: NAMES }, { registry: new Registry() });
  const statusOf = async (host: string) => {
    const asked = request({ host: '127.0.0.1', port: endpoint.port, path: '/metrics', headers: { Host: host } }).end();
    const [response] = await once(asked, 'response');
    response.resume();
    return response.statusCode;
  };
  const statuses = await Promise.all(['127.0.0.1', 'api', 'api1.example.com', 'evil.example'].map(statusOf));
  expect(statuses).toEqual([200, 200, 200, 421]);
  endpoint.close();
});
