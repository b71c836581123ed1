/** A tip at the pointer, in its own file, which loads only if a page has a tip. */
export { Tooltip as Tip } from '@mantine/core';
