/** The pipeline for the layers above the engine, and the version of the API. */
export * from '#engine/facts/pipeline.ts';

/** The label of the last breaking change of the API (specification, Versioning). */
export const API_VERSION = '2026-11-21';
