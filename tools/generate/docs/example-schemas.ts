/** The bodies in the OpenAPI document that can have an example, with their schemas. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { OPERATIONS } from '#api/endpoints.ts';
import { openApiDocument } from '#api/meta/openapi-document.ts';
import { type RecordedExample, takesExample } from '#api/meta/openapi/examples.ts';

/** The document cannot contain itself as an example, and the search index of the pages has no readers. */
const WITHOUT_EXAMPLE: ReadonlySet<string> = new Set(['getOpenApi', 'getSearchIndex']);

export interface DescribedBody {
  readonly operationId: string;
  /** Absent for the body of a request. */
  readonly status?: string;
  readonly type: string;
  readonly schema: object;
}

interface Described {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described>>;
}

const described: { paths: Record<string, Record<string, DescribedOperation>>; components: object } = JSON.parse(
  JSON.stringify(openApiDocument(OPERATIONS, 'https://fixpoint.example', { strict: true })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { base64: true } });
addFormats.default(ajv);
ajv.addSchema({ $id: 'https://fixpoint.example/openapi', components: described.components });
const validators = new WeakMap<object, ValidateFunction>();

/** JSON bodies of requests, and bodies of successful answers. */
export function describedBodies(): DescribedBody[] {
  const operations = Object.values(described.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => !WITHOUT_EXAMPLE.has(operationId));
  return operations.flatMap(({ operationId, requestBody, responses }) => [
    ...bodiesOf(requestBody)
      .filter(({ schema }) => !isEmpty(schema))
      .map((body) => ({ operationId, ...body })),
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, answer]) => bodiesOf(answer).map((body) => ({ operationId, status, ...body }))),
  ]);
}

/** A body without members, or with arbitrary members, needs no example. */
function isEmpty(schema: object): boolean {
  return 'properties' in schema && Object.keys(schema.properties ?? {}).length === 0;
}

function bodiesOf({ content = {} }: Described = {}) {
  const types = Object.entries(content).filter(([type]) => takesExample(type));
  return types.map(([type, { schema }]) => ({ type, schema }));
}

/** The recorded example. */
export function exampleOf({ status, type }: DescribedBody, recorded: RecordedExample | undefined): unknown {
  return status === undefined ? recorded?.request : recorded?.answers[status]?.[type];
}

/** The fault of an example, or null. */
export function faultOf(schema: object, example: unknown): string | null {
  const validate = validators.get(schema) ?? ajv.compile(absolute(schema));
  validators.set(schema, validate);
  return validate(example) ? null : ajv.errorsText(validate.errors);
}

function absolute(schema: object): object {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll('"#/components', '"https://fixpoint.example/openapi#/components'));
}
