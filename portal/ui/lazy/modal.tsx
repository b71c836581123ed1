/** The frame of dialogs. In a file of its own, which is loaded with the first dialog that opens. */
export { Modal } from '@mantine/core';
