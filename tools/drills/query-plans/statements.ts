/** What the service asks of PostgreSQL, as the server's log has it while the tests run (`log_statement`, one prefix a line). */

/** Of the log's lines, so that the statements of the service are told from those of migrations and of tests. */
export const LOG_LINE_PREFIX = '%u|';
const SERVICE = 'fixpoint_service';
const BEGIN = /^(\w*)\|LOG: {2}(?:execute [^:]+|statement): (.*)$/;
const ASKS = /^(?:select|insert|update|delete|with)\b/i;

/** One example of each, with its literals; parameters stand as `$1`. */
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

/** Settings of a session come in one round trip with the statement that they are for. */
function partsOf(text: string): string[] {
  return [...text.matchAll(/(?:'(?:[^']|'')*'|\$\$[\s\S]*?\$\$|[^;'])+/g)].map(([part]) => part.trim());
}

function* statementsIn(log: string): Generator<string> {
  let statement: string | null = null;
  for (const line of log.split('\n')) {
    // The server indents what goes on in the next line.
    if (statement !== null && line.startsWith('\t')) statement += `\n${line.slice(1)}`;
    else {
      if (statement !== null) yield statement.trim();
      const [, user, text = ''] = BEGIN.exec(line) ?? [];
      statement = user === SERVICE ? text : null;
    }
  }
  if (statement !== null) yield statement.trim();
}
