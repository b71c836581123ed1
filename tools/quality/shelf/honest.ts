/** Changes of a signed document by people and programs that are no forgery. */
import { RESOURCES } from './base.ts';
import { bytesOf, type SignedFile, streamOf, textOf } from './signed-file.ts';

export interface HonestChange {
  readonly name: string;
  /** The levels of certification that allow the change; 0 is an approval. */
  readonly levels: readonly number[];
  readonly build: (file: SignedFile, certificate: Uint8Array) => Uint8Array;
}

export const HONEST_CHANGES: readonly HonestChange[] = [
  { name: 'nothing', levels: [0, 1, 2, 3], build: (file) => file.bytes },
  { name: 'line end at the end', levels: [0, 1, 2, 3], build: (file) => bytesOf(`${textOf(file.bytes)}\n`) },
  {
    name: 'validation data',
    levels: [0, 1, 2, 3],
    build: (file, certificate) =>
      file.update({
        [file.catalog.number]: file.with(file.catalog, { DSS: `<</Certs[${file.free} 0 R]>>` }),
        [file.free]: streamOf(textOf(certificate)),
      }),
  },
  {
    name: 'empty field filled in',
    levels: [0, 2, 3],
    build: (file) =>
      file.update({
        [file.note.number]: file.with(file.note, { V: '(Fine)', AP: `<</N ${file.free} 0 R>>` }),
        [file.free]: streamOf(
          '/Tx BMC q BT /F1 12 Tf 0 g 2 6 Td (Fine) Tj ET Q EMC',
          `/Type/XObject/Subtype/Form/BBox[0 0 200 20]${RESOURCES}`,
        ),
      }),
  },
  {
    name: 'note beside the text',
    levels: [3],
    build: (file) =>
      file.update({
        ...file.withAnnotation(file.free),
        [file.free]: '<</Type/Annot/Subtype/Text/Rect[500 100 518 118]/F 4/Contents(Why?)>>',
      }),
  },
];
