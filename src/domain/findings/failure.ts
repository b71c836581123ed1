/** Facts of failures for the layers above the engine. */
export * from '#engine/facts/failure.ts';
