/** Differences of texts for the layers above the engine. */
export * from '#engine/facts/text-changes.ts';
