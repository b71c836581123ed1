/** The API request that corresponds to an action of a page. */
import { OPERATIONS } from '#clients/typescript/generated/operations.ts';
import { type OperationRow, targetOf } from '#clients/typescript/operation.ts';
import type { Given, OperationId } from './answers.ts';
import { addressOf } from './send.ts';

/** A command for a shell, where `$TOKEN` is an access token: API keys do not open the portal. */
export function curlOf<Id extends OperationId>(id: Id, ...[input = {}]: Given<Id, never>): string {
  const row: OperationRow = OPERATIONS[id];
  const { path, json } = targetOf(row, input);
  const lines = [
    `curl --fail-with-body -sS${row.method === 'GET' ? '' : ` -X ${row.method}`} ${quoted(addressOf(path))}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(json === undefined || json === '{}' ? [] : [`--json ${quoted(json)}`]),
  ];
  return `# $TOKEN: the access_token that POST /api/auth/login answers\n${lines.join(' \\\n  ')}`;
}

/** A command for a shell that gets a list, where `$KEY` is an API key. */
export function curlWithKey<Id extends OperationId>(id: Id, ...[input = {}]: Given<Id, never>): string {
  return `curl --fail-with-body -sS ${quoted(addressOf(targetOf(OPERATIONS[id], input).path))} -H "X-Api-Key: $KEY"`;
}

/** One word of a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
