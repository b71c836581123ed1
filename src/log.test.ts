import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function collect() {
  const lines: string[] = [];
  return { lines, write: (line: string) => void lines.push(line) };
}

test('a line is one JSON object with a readable time and level', () => {
  const sink = collect();
  createLog({ logLevel: 'info' }, sink).info({ port: 8080 }, 'listening');
  expect(JSON.parse(sink.lines[0] ?? '')).toMatchObject({
    level: 'info',
    port: 8080,
    msg: 'listening',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

test('credentials do not reach the log', () => {
  const sink = collect();
  const headers = {
    'x-api-key': 'fxp_secret',
    authorization: 'Bearer secret',
    cookie: 'session=secret',
  };
  createLog({ logLevel: 'info' }, sink).info({ headers, req: { headers }, user: { password: 'secret' } }, 'request');
  expect(sink.lines.join('')).not.toContain('secret');
});

test('the level of the settings decides what is written', () => {
  const sink = collect();
  const log = createLog({ logLevel: 'warn' }, sink);
  log.info('not this');
  log.warn('but this');
  expect(sink.lines).toHaveLength(1);
});
