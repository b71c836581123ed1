/** All hostile shapes. */
import type { Shape } from '#test/hostile/shape.ts';
import { BOMBS } from './bombs.ts';
import { CONTENTS } from './content.ts';
import { GRAPHS } from './graphs.ts';
import { LAYOUTS } from './layout.ts';
import { SYNTAX } from './syntax.ts';

export const SHAPES: readonly Shape[] = [...BOMBS, ...GRAPHS, ...SYNTAX, ...LAYOUTS, ...CONTENTS];
