/** Ids of warnings for the layers above the engine. */
export * from '#engine/facts/warning-findings.ts';
