/** Ids of findings for the layers above the engine. */
export * from '#engine/facts/anomaly-findings.ts';
