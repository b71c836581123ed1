/** Words beside what is pointed at. In a file of its own, which is loaded where there is something to tell. */
export { Tooltip as Tip } from '@mantine/core';
