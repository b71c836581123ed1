/** Facts about revisions for the layers above the engine. */
export * from '#engine/facts/revisions.ts';
