/** The tables of codes in the documentation, generated from the catalogues. */
import { CODE_KINDS } from '#domain/codes/codes.ts';
import { ERRORS } from '#domain/problem-codes.ts';
import { viewLink, VIEWS } from '#temporal/views.ts';

function problemTable(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, retryable, cause, remedy }]) =>
      `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${cause} ${remedy} |`,
  );
  return ['| Code | Status | Retry | When, and what to do |', '|---|---|---|---|', ...rows].join('\n');
}

/** The end of `docs/operate/operations.md`. */
export function viewTable(): string {
  const rows = VIEWS.map((view) => `| ${view.name} | \`${viewLink(view)}\` |`);
  return ['| View | Link |', '|---|---|', ...rows, ''].join('\n');
}

/** `docs/codes.md` from its first table on. */
export function codeTables(): string {
  const tables = CODE_KINDS.map(({ title, place, codes }) => {
    const rows = [...codes].map(
      ([code, row]) =>
        `| \`${code}\` | ${row.title} | ${row.retryable ? 'yes' : 'no'} | ${row.cause} | ${row.remedy} |`,
    );
    return [`## ${title}`, '', `In ${place}.`, '', '| Code | Means | Retry | When | Remedy |', '|---|---|---|---|---|']
      .concat(rows)
      .join('\n');
  });
  const problems = `## Problems\n\nIn \`code\` of a refused request.\n\n${problemTable()}`;
  return `${[problems, ...tables].join('\n\n')}\n`;
}
