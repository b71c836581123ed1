/** All hostile shapes. */
import type { Shape } from '#test/hostile/shape.ts';
import { BOMBS } from './bombs.ts';
import { CONTENTS } from './content.ts';
import { DOCUMENTS } from './documents.ts';
import { FONTS } from './fonts.ts';
import { GRAPHS } from './graphs.ts';
import { INTERACTION } from './interaction.ts';
import { LAYOUTS } from './layout.ts';
import { MEDIA } from './media.ts';
import { SHARED } from './shared.ts';
import { SYNTAX } from './syntax.ts';

export const SHAPES: readonly Shape[] = [
  ...BOMBS,
  ...GRAPHS,
  ...SYNTAX,
  ...LAYOUTS,
  ...CONTENTS,
  ...SHARED,
  ...INTERACTION,
  ...MEDIA,
  ...FONTS,
  ...DOCUMENTS,
];
