/** How a program makes the call that a page makes. */
import { type OperationId, OPERATIONS } from './operations.ts';
import { addressOf, type Request, targetOf } from './send.ts';

/** A command for a shell, where `$TOKEN` is an access token: API keys do not open the portal. */
export function curlOf(id: OperationId, request: Request = {}): string {
  const [method, path] = targetOf(OPERATIONS[id], request);
  const { body } = request;
  const lines = [
    `curl --fail-with-body -sS${method === 'GET' ? '' : ` -X ${method}`} ${quoted(addressOf(path))}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined ? [] : [`--json ${quoted(JSON.stringify(body))}`]),
  ];
  return `# $TOKEN: the access_token that POST /api/auth/login answers\n${lines.join(' \\\n  ')}`;
}

/** One word of a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
