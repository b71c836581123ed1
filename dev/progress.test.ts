import { expect, test, vi } from 'vitest';
import { screenOf } from '#test/dev/screen.ts';
import { createProgress } from './progress.ts';

function output(settings: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  return { ...settings, written, write: (text: string) => written.push(text) };
}

test('without a terminal every change is one line, and a repeated or counting state is none', () => {
  const out = output();
  const progress = createProgress(out, {});
  progress.update('minio', 'works', 'building: 1 packages compiled');
  progress.update('minio', 'works', 'building: 2 packages compiled');
  progress.update('minio', 'works', 'starting');
  progress.update('minio', 'works', 'starting');
  progress.update('minio', 'failed');
  expect(out.written).toEqual([
    '  minio        … building: 1 packages compiled\n',
    '  minio        … starting\n',
    '  minio        ✖\n',
  ]);
});

test('on a terminal the lines are drawn again in place', () => {
  const out = output({ isTTY: true, columns: 80 });
  const progress = createProgress(out, { NO_COLOR: '1' });
  progress.update('minio', 'works', 'starting');
  progress.update('api', 'waits');
  expect(out.written.at(-1)).toBe('\u001b[1A\u001b[2K  minio        … starting\n\u001b[2K  api          ·\n');
});

test('no line is wider than the terminal', () => {
  const out = output({ isTTY: true, columns: 60 });
  createProgress(out, { NO_COLOR: '1' }).update('minio', 'ready', 'x'.repeat(200));
  expect(out.written.join('').replaceAll('\u001b[2K', '').trimEnd().length).toBeLessThanOrEqual(60);
});

test('a reason is not cut: it takes the lines it needs, and gives them back', () => {
  const out = output({ isTTY: true, columns: 60 });
  const progress = createProgress(out, { NO_COLOR: '1' });
  progress.update('minio', 'works', 'starting');
  progress.update('minio', 'failed', 'ended with code 1; again in 0.25 s (/a/long/way/to/logs/minio.log)');
  expect(screenOf(out.written.join(''))).toEqual([
    '  minio        ✖ ended with code 1; again in 0.25 s',
    '                 (/a/long/way/to/logs/minio.log)',
  ]);
  progress.update('minio', 'ready', 'again');
  expect(screenOf(out.written.join(''))).toEqual([expect.stringMatching(/^ {2}minio {8}✔ again +0\.0 s$/)]);
});

test('the time of a return is that of the outage, not that since the first start', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const out = output();
    const progress = createProgress(out, {});
    progress.update('minio', 'works', 'starting');
    vi.advanceTimersByTime(2_000);
    progress.update('minio', 'ready');
    vi.advanceTimersByTime(60_000);
    progress.update('minio', 'failed', 'ended');
    vi.advanceTimersByTime(1_500);
    progress.update('minio', 'works', 'starting');
    progress.update('minio', 'ready', 'again');
    expect(out.written.at(-1)).toBe('  minio        ✔ again 1.5 s\n');
  } finally {
    vi.useRealTimers();
  }
});

test('NO_COLOR and a dumb terminal are respected', () => {
  const green = '\u001b[32m';
  const write = (env: Record<string, string>) => {
    const out = output({ isTTY: true });
    createProgress(out, env).update('minio', 'ready');
    return out.written.join('');
  };
  expect(write({})).toContain(green);
  expect(write({ NO_COLOR: '1' })).not.toContain(green);
  expect(write({ TERM: 'dumb' })).not.toContain('\u001b');
});

test('what is said stays above what is drawn later', () => {
  const out = output({ isTTY: true });
  const progress = createProgress(out, {});
  progress.update('minio', 'ready');
  progress.say('Ready.');
  progress.update('api', 'failed');
  expect(out.written.at(-1)).not.toContain('\u001b[1A');
});

test('a part that works for long is reported every ten seconds, with the usual time', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  try {
    const out = output();
    const progress = createProgress(out, {});
    progress.update('postgres', 'works', 'migrating');
    vi.advanceTimersByTime(20_000);
    progress.update('postgres', 'ready');
    vi.advanceTimersByTime(60_000);
    expect(out.written).toEqual([
      '  postgres     … migrating\n',
      '  postgres     … migrating, 10 s of about 2 s\n',
      '  postgres     … migrating, 20 s of about 2 s\n',
      '  postgres     ✔  20.0 s\n',
    ]);
  } finally {
    vi.useRealTimers();
  }
});
