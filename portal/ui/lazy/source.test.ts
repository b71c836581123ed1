import { describe, expect, it } from 'vitest';
import { Source } from './source.ts';

/** A module that is there from this attempt on, counted from 1, and what was done meanwhile. */
function flaky(thereFrom: number) {
  const did: string[] = [];
  const load = async () => {
    did.push('asked');
    if (did.filter((one) => one === 'asked').length < thereFrom) throw new TypeError('Failed to fetch');
    return 'the module';
  };
  const startOver = async () => void did.push('loaded the page anew');
  return { did, source: new Source(load, startOver) };
}

describe('what is loaded when it is needed', () => {
  it('is asked for once, however many want it', async () => {
    const { did, source } = flaky(1);
    expect(await Promise.all([source.ask(), source.ask(), source.load()])).toEqual([
      'the module',
      'the module',
      undefined,
    ]);
    await source.load();
    expect(did).toEqual(['asked']);
  });

  it('is asked for anew after it could not be loaded, and says so meanwhile', async () => {
    const { did, source } = flaky(2);
    const told: (string | null)[] = [];
    source.subscribe(() => told.push(source.get().failure?.message ?? source.get().value));
    await source.load();
    expect(source.get().failure?.message).toBe('This part could not be loaded. Try again.');
    expect(await source.ask()).toBe('the module');
    expect(told).toEqual(['This part could not be loaded. Try again.', null, 'the module']);
    expect(did).toEqual(['asked', 'asked']);
  });

  it('has the page loaded anew once somebody has asked again in vain', async () => {
    const { did, source } = flaky(Infinity);
    await expect(source.ask()).rejects.toThrow('could not be loaded');
    expect(did).toEqual(['asked']);
    await expect(source.ask()).rejects.toThrow('could not be loaded');
    expect(did).toEqual(['asked', 'asked', 'loaded the page anew']);
  });

  it('leaves the page alone while nobody has pressed anything', async () => {
    const { did, source } = flaky(Infinity);
    await source.load();
    await source.load();
    expect(did).toEqual(['asked', 'asked']);
  });
});
