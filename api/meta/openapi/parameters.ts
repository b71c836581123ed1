/** A parameter repeats the description of its schema, because readers and generators read it in both places. */
import type { createDocument } from 'zod-openapi';

type Document = ReturnType<typeof createDocument>;

export function describeParameters(document: Document): Document {
  for (const { get, post, put, delete: remove } of Object.values(document.paths ?? {})) {
    for (const parameter of [get, post, put, remove].flatMap((operation) => operation?.parameters ?? [])) {
      if ('$ref' in parameter || parameter.description !== undefined) continue;
      const { schema } = parameter;
      if (typeof schema === 'object' && 'description' in schema && schema.description)
        parameter.description = schema.description;
    }
  }
  return document;
}
