/** Which schemes an address may have, by who names it and where the service runs. */
import { describe, expect, test } from 'vitest';
import { readRequestWebhookUrl, readWebhookUrl } from './url.ts';

const ENVIRONMENTS = {
  production: { http: false, loopback: false },
  development: { http: true, loopback: false },
  'development on one machine': { http: true, loopback: true },
} as const;
const PUBLIC = 'http://receiver.example/hook';
const LOOPBACK = ['http://127.0.0.1:8081/', 'http://localhost:8081/', 'http://hook.localhost/', 'http://[::1]:8081/'];

describe.each(Object.entries(ENVIRONMENTS))('in %s', (_name, rules) => {
  test('an address of a request is HTTPS, but for this machine where it may receive', () => {
    expect(readRequestWebhookUrl('https://receiver.example/hook', rules)).toBe('https://receiver.example/hook');
    expect(() => readRequestWebhookUrl(PUBLIC, rules)).toThrow('must be an HTTPS');
    for (const url of LOOPBACK) {
      if (rules.loopback) expect(readRequestWebhookUrl(url, rules)).toBe(url);
      else expect(() => readRequestWebhookUrl(url, rules)).toThrow('must be an HTTPS URL');
    }
  });

  test('an address of an endpoint may be HTTP where the service is not in production', () => {
    if (rules.http) expect(readWebhookUrl(PUBLIC, rules)).toBe(PUBLIC);
    else expect(() => readWebhookUrl(PUBLIC, rules)).toThrow('must be an HTTPS URL');
  });
});
