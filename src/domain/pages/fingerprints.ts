/** Fingerprints of pages for the layers above the engine. */
export * from '#engine/facts/fingerprints.ts';
