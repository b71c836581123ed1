/** The description of the API for people: one page without script, made of the document that programs read. */
import { z } from 'zod';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { html, reading, sendPage } from './page.ts';

const Schema = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })).optional(),
  required: z.array(z.string()).optional(),
});
const Content = z.record(z.string(), z.looseObject({ schema: Schema.optional() })).default({});
const Parameter = z.looseObject({
  in: z.string(),
  name: z.string(),
  description: z.string().default(''),
  required: z.boolean().default(false),
});
const Operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().default(''),
  parameters: z.array(Parameter).default([]),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
});
/** As much of the document as is shown. */
const Description = z.looseObject({
  info: z.looseObject({ summary: z.string(), description: z.string(), version: z.string() }),
  servers: z.tuple([z.looseObject({ url: z.string() })]),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), Schema),
    securitySchemes: z.record(z.string(), z.looseObject({ description: z.string() })),
  }),
});

type Description = z.infer<typeof Description>;
type Operation = z.infer<typeof Operation>;
type Schema = z.infer<typeof Schema>;

export const referencePageFeature = feature(
  ({ openApiDocument }): string => mainOf(Description.parse(openApiDocument)),
  [
    endpoint({
      ...reading,
      isPage: true,
      path: '/docs',
      id: 'getReference',
      summary: 'Every call of the API, for people',
      handle: ({ ctx }, main: string) => sendPage(ctx, 'API', main),
    }),
  ],
);

function mainOf(description: Description): string {
  const { info, servers, tags, paths, components } = description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  );
  const ways = Object.values(components.securitySchemes).map((scheme) => `<li>${html(scheme.description)}</li>`);
  const chapters = tags.map(({ name, description: about }) => {
    const calls = operations.filter(({ operation }) => operation.tags.includes(name));
    const entries = calls.map(({ call, operation }) => entryOf(call, operation, description));
    return `<h2>${html(name)}</h2><p>${html(about)}</p>${entries.join('')}`;
  });
  return [
    `<h1>API</h1><p>${html(info.summary)}</p>`,
    `<p>At <code>${html(servers[0].url)}</code>, version <code>${html(info.version)}</code>. For programs: `,
    '<a href="openapi.json">the same as OpenAPI</a>. <a href="problems">Problems</a> and ',
    '<a href="codes">codes of reports</a> have pages of their own.</p>',
    `<p>${html(info.description)}</p><p>Who calls is said by one of these:</p><ul>${ways.join('')}</ul>`,
    ...chapters,
  ].join('');
}

function entryOf(call: string, operation: Operation, description: Description): string {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const fields = bodyFields(requestBody?.content ?? {}, description);
  const lists = [
    listOf(
      'Parameters',
      parameters.map(({ in: where, ...rest }) => ({ ...rest, where: `in ${where}` })),
    ),
    listOf('Body', fields),
    listOf(
      'Answers',
      Object.entries(responses).map(([name, answer]) => ({ name, description: answer.description })),
    ),
  ];
  return [
    `<details id="${html(operationId)}"><summary><code>${html(call)}</code> ${html(summary)}</summary>`,
    `<p>${html(operation.description)}</p>${lists.join('')}</details>`,
  ].join('');
}

interface Item {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly where?: string;
}

function listOf(title: string, items: readonly Item[]): string {
  if (items.length === 0) return '';
  const rows = items.map(({ name, description, required = false, where }) => {
    const notes = [where, required ? 'required' : undefined].filter((note) => note !== undefined).join(', ');
    return `<dt><code>${html(name)}</code>${notes === '' ? '' : ` (${notes})`}</dt><dd>${html(description)}</dd>`;
  });
  return `<h3>${title}</h3><dl>${rows.join('')}</dl>`;
}

/** The members of an object, and of anything else its kind. */
function bodyFields(content: z.infer<typeof Content>, description: Description): Item[] {
  return Object.entries(content).flatMap(([type, { schema }]) => {
    const { properties, required = [], description: about = '' } = schemaOf(schema, description);
    if (!properties) return [{ name: type, description: about }];
    return Object.entries(properties).map(([name, property]) => ({
      name,
      where: type,
      required: required.includes(name),
      description: property.description ?? schemaOf(Schema.parse(property), description).description ?? '',
    }));
  });
}

function schemaOf(schema: Schema | undefined, { components }: Description): Schema {
  const name = schema?.$ref?.split('/').at(-1);
  return (name === undefined ? schema : components.schemas[name]) ?? {};
}
