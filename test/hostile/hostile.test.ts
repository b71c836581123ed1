import { SHAPES } from './shapes/index.ts';
import { tryShapes } from './try-shapes.ts';

tryShapes(SHAPES.filter((_, index) => index % 10 === 0));
