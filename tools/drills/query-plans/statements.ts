/** The statements of the service in PostgreSQL's log during the tests (`log_statement`, one prefix on each line). */

/** The prefix of log lines, which separates statements of the service from those of migrations and tests. */
export const LOG_LINE_PREFIX = '%u|';
const SERVICE = 'fixpoint_service';
const BEGIN = /^(\w*)\|LOG: {2}(?:execute [^:]+|statement): (.*)$/;
const ASKS = /^(?:select|insert|update|delete|with)\b/i;

/** One example of each statement with its literals. Parameters have the form `$1`. */
export function statementsOf(log: string): string[] {
  const byShape = new Map<string, string>();
  for (const statement of [...statementsIn(log)].flatMap(partsOf)) {
    if (!ASKS.test(statement)) continue;
    const shape = statement
      .replaceAll(/'(?:[^']|'')*'/g, '?')
      .replaceAll(/(?<![$\w])\d+/g, '?')
      .replaceAll(/\?(?:, \?)+/g, '?…');
    if (!byShape.has(shape)) byShape.set(shape, statement);
  }
  return [...byShape.values()];
}

/** The settings of a session come in one round trip with their statement. */
function partsOf(text: string): string[] {
  return [...text.matchAll(/(?:'(?:[^']|'')*'|\$\$[\s\S]*?\$\$|[^;'])+/g)].map(([part]) => part.trim());
}

function* statementsIn(log: string): Generator<string> {
  let statement: string | null = null;
  for (const line of log.split('\n')) {
    // The server indents continued lines.
    if (statement !== null && line.startsWith('\t')) statement += `\n${line.slice(1)}`;
    else {
      if (statement !== null) yield statement.trim();
      const [, user, text = ''] = BEGIN.exec(line) ?? [];
      statement = user === SERVICE ? text : null;
    }
  }
  if (statement !== null) yield statement.trim();
}
