import { expect, test } from 'vitest';
import { helloPage } from '#test/support/builders/pdf.ts';
import { DEFAULT_OPTIONS, STAGE_NAMES } from './facts/pipeline.ts';
import { startNormalizing } from './normalize.ts';
import { Name } from './pdf/syntax/objects.ts';

test('active content that earlier stages left is never published', async () => {
  const run = startNormalizing(helloPage(), DEFAULT_OPTIONS);
  for (const name of STAGE_NAMES.slice(0, STAGE_NAMES.indexOf('FinalRewrite'))) await run.runStage(name);
  const action = run.work.pdf?.newDict();
  action?.set('S', new Name('JavaScript'));
  run.work.pdf?.catalog.set('OpenAction', action ?? null);
  expect(await run.runStage('FinalRewrite')).toEqual({ name: 'FinalRewrite', result: 'failed', ended: true });
  expect(run.result()).toMatchObject({
    bytes: null,
    report: { status: 'FAILED', failure: { code: 'ACTIVE_CONTENT_RESIDUE', stage: 'FinalRewrite' } },
  });
});
