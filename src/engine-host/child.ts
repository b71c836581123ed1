/** Entry of a parser child: the only process in which a customer's bytes are parsed. It is given no secret. */
import { Pipeline } from '#engine/normalize.ts';
import { serve } from './serve.ts';

await serve((input, options) => new Pipeline(input, options));
