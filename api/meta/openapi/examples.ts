/**
 * The examples of the OpenAPI document: requests and answers that tests have had, written by
 * `tools/generate/docs/record-examples.ts` into the file beside this one.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { createDocument } from 'zod-openapi';

/** Recorded requests and answers of one operation. */
export interface RecordedExample {
  readonly request?: unknown;
  /** The keys are statuses, then media types. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The keys are the names of operations. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;

export const EXAMPLES_FILE = resolve(import.meta.dirname, 'examples.json');

/** These bodies are for programs to read as text; a page or a PDF is no example to learn from. */
export function takesExample(mediaType: string): boolean {
  return /json$|\/jose$|pem-file$$/.test(mediaType);
}

const RECORDED: RecordedExamples = JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'));

type Document = ReturnType<typeof createDocument>;

/** Puts the examples into the document that was just made. */
export function withExamples(document: Document): Document {
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of [path.get, path.post, path.put, path.patch, path.delete]) {
      const recorded = RECORDED[operation?.operationId ?? ''];
      if (!operation || !recorded) continue;
      const { requestBody, responses } = operation;
      if (recorded.request !== undefined && requestBody && 'content' in requestBody) {
        addTo(requestBody.content, { 'application/json': recorded.request });
      }
      for (const [status, bodies] of Object.entries(recorded.answers)) {
        const answer = responses?.[status];
        if (answer && 'content' in answer) addTo(answer.content, bodies);
      }
    }
  }
  return document;
}

function addTo(content: Readonly<Record<string, object>> = {}, bodies: Readonly<Record<string, unknown>>): void {
  for (const [type, example] of Object.entries(bodies)) {
    if (content[type]) Object.assign(content[type], { example });
  }
}
