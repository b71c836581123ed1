/** Entry of a parser child: the only process in which a customer's bytes are parsed. It is given no secret. */
import { compare } from '#engine/compare.ts';
import { Pipeline } from '#engine/normalize.ts';
import { serve } from './serve.ts';

await serve((input, options) => new Pipeline(input, options), compare);
