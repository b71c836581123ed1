/** Entry of a parser child: the only process in which a customer's bytes are parsed. It is given no secret. */
import { compare } from '#engine/compare.ts';
import { Pipeline } from '#engine/normalize.ts';
import { type OpenPipeline, parserRequests } from './parser-requests.ts';
import { serve } from './serve.ts';

const open: OpenPipeline = (input, options, proves) => new Pipeline(input, options, { kind: 'publish', proves });

void serve(parserRequests(open, compare));
