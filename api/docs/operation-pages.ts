/** A page for each call of the API, and the list of them. The source is the OpenAPI document. */
import { z } from 'zod';
import { ERRORS } from '#domain/problem-codes.ts';
import { type DocPage, plain, table } from './doc-page.ts';
import { FIELD_HEAD, fieldRows, JsonSchema, resolved, type Schemas, typeOf } from './fields.ts';

const Content = z
  .record(z.string(), z.looseObject({ schema: JsonSchema.optional(), example: z.unknown().optional() }))
  .default({});
const Parameter = z.looseObject({
  in: z.string(),
  name: z.string(),
  description: z.string().default(''),
  required: z.boolean().default(false),
  schema: JsonSchema.default({}),
});
const Answer = z.looseObject({
  description: z.string(),
  content: Content,
  'x-codes': z.array(z.string()).default([]),
});
const Described = z.looseObject({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string().default(''),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  parameters: z.array(Parameter).default([]),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), Answer),
});
/** The shown part of the document. */
export const Description = z.looseObject({
  info: z.looseObject({ summary: z.string(), description: z.string(), version: z.string() }),
  servers: z.tuple([z.looseObject({ url: z.string() })]),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Described)),
  components: z.looseObject({
    schemas: z.record(z.string(), JsonSchema),
  }),
});

export type Description = z.infer<typeof Description>;
type Described = z.infer<typeof Described>;
type Content = z.infer<typeof Content>;

interface Call extends Described {
  readonly method: string;
  readonly path: string;
}

export function operationPages(description: Description): DocPage[] {
  const calls = callsOf(description);
  return [listPage(description, calls), ...calls.map((call) => callPage(call, description))];
}

function callsOf({ paths }: Description): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

function listPage({ info, servers, tags }: Description, calls: readonly Call[]): DocPage {
  const chapters = tags.map(({ name, description }) => {
    const rows = calls
      .filter(({ tags: [tag] }) => tag === name)
      .map((call) => [`[\`${call.method} ${call.path}\`](/docs/operations/${call.operationId})`, call.summary]);
    return `## ${name}\n\n${description}\n\n${table(['Call', 'Purpose'], rows)}`;
  });
  const markdown = [
    '# All calls of the API',
    info.summary,
    `The API is at \`${servers[0].url}\`, version \`${info.version}\`. This list needs no script; [the reference](/docs/reference) has ` +
      'the same on one page, and [the description in OpenAPI 3.1](/openapi.json) is for programs. ' +
      'Errors carry [codes](/problems), and so do [reports](/codes).',
    info.description,
    '## Who calls',
    'A program sends an API key, in the header `X-Api-Key` or as `Authorization: Bearer`; each call says which [scope](/docs/authentication) ' +
      'the key needs. People sign in, and send the `access_token` of [the sign-in](/docs/operations/login) as `Authorization: Bearer`.',
    ...chapters,
  ].join('\n\n');
  const summary = 'Every call of the API on one page, without script.';
  return { path: '/docs/plain', chapter: 'calls', title: 'All calls of the API', summary, markdown };
}

function callPage(call: Call, description: Description): DocPage {
  const { operationId, summary, description: about, parameters, requestBody, responses, tags } = call;
  const { schemas } = description.components;
  const markdown = [
    `# ${summary}`,
    `\`${call.method} ${call.path}\``,
    about,
    `Chapter: [${tags[0]}](/docs/plain#${tags[0].toLowerCase().replaceAll(' ', '-')}). Name for clients: \`${operationId}\`.`,
    ...section('Try it', shellBlock(curlOf(call, description.servers[0].url))),
    ...section('Parameters', parameterTable(parameters, schemas)),
    ...section('Body', contentOf(requestBody?.content ?? {}, schemas)),
    '## Answers',
    ...Object.entries(responses).map(([status, answer]) => answerOf(status, answer, schemas)),
  ].join('\n\n');
  const what = `${call.method} ${call.path}: ${plain(summary)}.`;
  return { path: `/docs/operations/${operationId}`, chapter: 'calls', title: plain(summary), summary: what, markdown };
}

function section(title: string, content: string): string[] {
  return content === '' ? [] : [`## ${title}`, content];
}

function parameterTable(parameters: Described['parameters'], schemas: Schemas): string {
  const rows = parameters.map(({ in: where, name, description, required, schema }) => [
    `\`${name}\``,
    `${where}, ${typeOf(schema, schemas)}${required ? ', required' : ''}`,
    description,
  ]);
  return table(FIELD_HEAD, rows);
}

function contentOf(content: Content, schemas: Schemas): string {
  const parts = Object.entries(content).map(([type, { schema = {}, example }]) => {
    const { description = '' } = resolved(schema, schemas);
    const rows = fieldRows(schema, schemas);
    return [
      `As \`${type}\`${description === '' ? '' : `: ${description}`}`,
      ...(rows.length > 0 ? [table(FIELD_HEAD, rows)] : []),
      ...(example === undefined ? [] : [exampleBlock(type, example)]),
    ].join('\n\n');
  });
  return parts.join('\n\n');
}

function answerOf(
  status: string,
  { description, content, 'x-codes': codes }: z.infer<typeof Answer>,
  schemas: Schemas,
) {
  if (codes.length === 0) return [`### ${status}`, description, contentOf(content, schemas)].join('\n\n').trimEnd();
  const titles: Readonly<Record<string, { readonly title: string }>> = ERRORS;
  const list = codes.map((code) => `- [\`${code}\`](/problems/${code}): ${titles[code]?.title ?? ''}`);
  return `### ${status}\n\nA [problem](/docs/errors) with one of these codes:\n\n${list.join('\n')}`;
}

function exampleBlock(type: string, example: unknown): string {
  if (typeof example === 'string') return `\`\`\`text\n${example.trimEnd()}\n\`\`\``;
  return `\`\`\`${type.includes('json') ? 'json' : 'text'}\n${JSON.stringify(example, null, 2)}\n\`\`\``;
}

const shellBlock = (command: string): string => `\`\`\`sh\n${command}\n\`\`\``;

/** The call with what it must have; ids of a path are variables of the shell. */
function curlOf({ method, path, security, parameters, requestBody }: Call, url: string): string {
  const address = `${url}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${snake(name)}`)}`;
  const query = parameters.filter(({ in: where, required }) => where === 'query' && required);
  const body = requestBody?.content ?? {};
  const json = body['application/json']?.example;
  return [
    `curl --fail-with-body -sS${method === 'GET' || method === 'POST' ? '' : ` -X ${method}`} "${address}${query.length > 0 ? `?${query.map(({ name }) => `${name}=…`).join('&')}` : ''}"`,
    ...credentials(security),
    ...(body['multipart/form-data'] ? formFields(path) : []),
    ...(json === undefined ? [] : [`--json '${JSON.stringify(json).replaceAll("'", String.raw`'\''`)}'`]),
    ...(method === 'POST' && json === undefined && !body['multipart/form-data'] ? ['-X POST'] : []),
  ].join(' \\\n  ');
}

function snake(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

function credentials(security: Call['security']): string[] {
  if (security.some((way) => 'apiKey' in way)) return ['-H "X-Api-Key: $FIXPOINT_API_KEY"'];
  return security.some((way) => 'accessToken' in way) ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : [];
}

/** A comparison takes two documents, everything else that takes a form one. */
function formFields(path: string): string[] {
  return path.endsWith('/compare') ? ['-F file_a=@one.pdf', '-F file_b=@other.pdf'] : ['-F file=@document.pdf'];
}
