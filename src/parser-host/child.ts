/** Entry of a parser child: the only process in which a customer's bytes are parsed. It is given no secret. */
import { compare } from '#engine/compare.ts';
import { startNormalizing } from '#engine/normalize.ts';
import { parserRequests } from './parser-requests.ts';
import { serve } from './serve.ts';

void serve(parserRequests(startNormalizing, compare));
