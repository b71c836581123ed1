/**
 * Holds every answer that a test gets from the API against the OpenAPI document: the status must be one of the
 * operation's, the media type and the required headers too, and the body must match the schema with no member more.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { OPERATIONS } from '#api/endpoints.ts';
import { openApiDocument } from '#api/meta/openapi-document.ts';

interface MediaType {
  readonly schema: object;
}

interface DescribedAnswer {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface DescribedOperation {
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}

const described: { paths: Record<string, Record<string, DescribedOperation>>; components: object } = JSON.parse(
  JSON.stringify(openApiDocument(OPERATIONS, 'https://fixpoint.test', { strict: true })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'https://fixpoint.test/openapi', components: described.components });

const operations = Object.entries(described.paths).map(([template, methods]) => ({
  template,
  pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods,
}));

const validators = new Map<object, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const absolute: object = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components', '"https://fixpoint.test/openapi#/components'),
  );
  const made = ajv.compile(absolute);
  validators.set(schema, made);
  return made;
}

/** `fetch`, for an API under test. */
export async function conformingFetch(url: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
  const response = await fetch(url, init);
  const method = (init.method ?? 'GET').toLowerCase();
  const fault = await faultOf(method, new URL(url).pathname, response.clone());
  if (fault) throw new Error(`${method} ${url} answered ${response.status} against its description: ${fault}`);
  return response;
}

async function faultOf(method: string, path: string, response: Response): Promise<string | null> {
  const operation = operations.find(({ pattern }) => pattern.test(path))?.methods[method === 'head' ? 'get' : method];
  if (!operation) return null;
  const answer = operation.responses[response.status];
  if (!answer) return 'this status is not described';
  for (const [name, { required }] of Object.entries(answer.headers ?? {})) {
    if (required && response.headers.get(name) === null) return `the header ${name} is missing`;
  }
  return method === 'head' ? null : bodyFault(answer, response);
}

async function bodyFault({ content = {} }: DescribedAnswer, response: Response): Promise<string | null> {
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (type === '' && Object.keys(content).length === 0) return null;
  const media = content[type];
  if (!media) return `the media type ${type} is not described`;
  if (!type.endsWith('json') || type === 'application/jose+json') {
    await response.arrayBuffer(); // cancelling one half of a clone waits for the other half
    return null;
  }
  const validate = validatorOf(media.schema);
  return validate(await response.json()) ? null : ajv.errorsText(validate.errors);
}
