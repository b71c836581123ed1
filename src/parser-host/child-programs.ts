/** What children are: their programs, and where they answer. Apart from what is said to them, so that they start before it is loaded. */
import { extname } from 'node:path';

/** A clone runs its sources, a package what they were compiled to. */
const programOf = (name: string) => `${import.meta.dirname}/${name}${extname(import.meta.filename)}`;

export const PARSER_PROGRAM = programOf('child');
export const VERIFIER_PROGRAM = programOf('verifier');

/** What the command line of a child has, built or not: how tools find them among the processes of a host. */
export const CHILD_PATHS = { parser: /\/child\.[cm]?[jt]s$/, verifier: /\/verifier\.[cm]?[jt]s$/ };

/** The descriptor the child answers on: stdout and stderr stay free for whatever a library prints. */
export const REPLY_FD = 3;

/** Those that say what code may do. What V8 has compiled is taken under the flags alone that it was compiled with. */
export const V8_FLAGS = ['--disallow-code-generation-from-strings'];
