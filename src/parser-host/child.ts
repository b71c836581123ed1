/** The entry of a parser child, which is the only process that parses a customer's bytes. It gets no secret. */
import { compare } from '#engine/compare.ts';
import { startNormalizing } from '#engine/normalize.ts';
import { parserRequests } from './parser-requests.ts';
import { serve } from './serve.ts';

void serve(parserRequests(startNormalizing, compare));
