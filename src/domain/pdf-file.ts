/** The rule that recognizes a PDF, for the layers above the engine. */
export * from '#engine/facts/pdf-file.ts';
