/**
 * Compares every answer of the API in tests with the OpenAPI document. The status, the media type, the headers and the
 * code of a problem must be those of the operation, and the body must match the schema without further members.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { OPERATIONS } from '#api/endpoints.ts';
import { openApiDocument } from '#api/meta/openapi-document.ts';
import { takesExample } from '#api/meta/openapi/examples.ts';

interface MediaType {
  readonly schema: object;
}

interface DescribedHeader {
  readonly required?: boolean;
  readonly $ref?: string;
}

interface DescribedAnswer {
  readonly headers?: Readonly<Record<string, DescribedHeader>>;
  /** The codes that a problem may have. */
  readonly 'x-codes'?: readonly string[];
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly headers: Readonly<Record<string, DescribedHeader>> };
}

const described: Described = JSON.parse(
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

/** `fetch` for an API under test. */
export async function conformingFetch(url: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
  const response = await fetch(url, init);
  const method = (init.method ?? 'GET').toLowerCase();
  const operation = operationAt(method, new URL(url).pathname);
  if (!operation) return response;
  const fault = await faultOf(operation, method, response.clone());
  if (fault) throw new Error(`${method} ${url} answered ${response.status} against its description: ${fault}`);
  if (RECORD_TO !== undefined && response.ok && method !== 'head') {
    await record(operation, init.body, response, RECORD_TO);
  }
  return response;
}

function operationAt(method: string, path: string): DescribedOperation | undefined {
  return operations.find(({ pattern }) => pattern.test(path))?.methods[method === 'head' ? 'get' : method];
}

/** `tools/generate/docs/record-examples.ts` chooses the examples of the document from this folder. */
const RECORD_TO = process.env['RECORD_EXAMPLES_TO'];

async function record(
  { operationId }: DescribedOperation,
  sent: unknown,
  response: Response,
  folder: string,
): Promise<void> {
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const line = {
    operationId,
    request: typeof sent === 'string' ? jsonOf(sent) : undefined,
    status: response.status,
    ...(takesExample(type) && { type, body: bodyOf(type, await response.clone().text()) }),
  };
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);
}

function bodyOf(type: string, text: string): unknown {
  return isJson(type) ? jsonOf(text) : text;
}

/** Certificates have a JSON name by the specification, but their content is the compact serialization. */
function isJson(type: string): boolean {
  return type.endsWith('json') && type !== 'application/jose+json';
}

/** Bodies that tests make invalid are no examples. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function faultOf(operation: DescribedOperation, method: string, response: Response): Promise<string | null> {
  const answer = operation.responses[response.status];
  if (!answer) return 'this status is not described';
  return headerFault(answer, response) ?? (method === 'head' ? null : await bodyFault(answer, response));
}

/** Headers of HTTP itself, of compression and of CORS, which no operation describes. */
const TRANSPORT = new Set(
  'connection content-encoding content-length content-type date keep-alive transfer-encoding vary'.split(' '),
);

function headerFault({ headers = {} }: DescribedAnswer, response: Response): string | null {
  const known = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  for (const [name, { $ref, required = $ref && isRequired(name) }] of Object.entries(headers)) {
    if (required && response.headers.get(name) === null) return `the header ${name} is missing`;
  }
  const strange = [...response.headers.keys()].filter((name) => !known.has(name) && !isTransport(name));
  return strange.length > 0 ? `the header ${strange.join(', ')} is not described` : null;
}

function isTransport(name: string): boolean {
  return TRANSPORT.has(name) || name.startsWith('access-control-');
}

/** Whether a header is required, which all answers share. */
function isRequired(name: string): boolean {
  return described.components.headers[name]?.required ?? false;
}

async function bodyFault(answer: DescribedAnswer, response: Response): Promise<string | null> {
  const { content = {} } = answer;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (type === '' && Object.keys(content).length === 0) return null;
  const media = content[type];
  if (!media) return `the media type ${type} is not described`;
  if (!isJson(type)) {
    await response.arrayBuffer(); // cancelling one half of a clone waits for the other half
    return null;
  }
  const validate = validatorOf(media.schema);
  const body: unknown = await response.json();
  if (!validate(body)) return ajv.errorsText(validate.errors);
  return type === 'application/problem+json' ? codeFault(answer, body) : null;
}

function codeFault({ 'x-codes': codes = [] }: DescribedAnswer, problem: unknown): string | null {
  const code: unknown = typeof problem === 'object' && problem !== null ? Reflect.get(problem, 'code') : null;
  return codes.some((known) => known === code) ? null : `the code ${String(code)} is not described`;
}
