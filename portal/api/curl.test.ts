import { expect, test, vi } from 'vitest';

vi.stubGlobal('location', new URL('https://fixpoint.example/below/portal/'));
const { curlOf } = await import('./curl.ts');

test('a command makes the call of the page, whatever somebody typed', () => {
  const command = curlOf('changeRole', { userId: 'a/b', role: "o'; rm -rf ~ #" as 'owner' });
  expect(command.split('\n')).toEqual([
    '# $TOKEN: the access_token that POST /api/auth/login answers',
    String.raw`curl --fail-with-body -sS -X PUT 'https://fixpoint.example/below/api/portal/team/a%2Fb/role' ${'\\'}`,
    String.raw`  -H "Authorization: Bearer $TOKEN" ${'\\'}`,
    String.raw`  --json '{"role":"o'\''; rm -rf ~ #"}'`,
  ]);
});

test('what is not filtered by is not in the command', () => {
  expect(curlOf('listAuditLog', { action: undefined, actorId: '7' })).toContain('audit-log?actor_id=7');
});
