/**
 * The programs of children and the descriptors of their answers. The module is separate from the protocol, so that
 * children start before the protocol is loaded.
 */
import { extname } from 'node:path';

/** A clone runs the sources, and a package runs the compiled program. */
const programOf = (name: string) => `${import.meta.dirname}/${name}${extname(import.meta.filename)}`;

export const PARSER_PROGRAM = programOf('child');
export const VERIFIER_PROGRAM = programOf('verifier');

/** A part of the command line of every child, by which tools find children among the processes of a host. */
export const CHILD_PATHS = { parser: /\/child\.[cm]?[jt]s$/, verifier: /\/verifier\.[cm]?[jt]s$/ };

/** The descriptor the child answers on: stdout and stderr stay free for whatever a library prints. */
export const REPLY_FD = 3;

/** Those that say what code may do. What V8 has compiled is taken under the flags alone that it was compiled with. */
export const V8_FLAGS = ['--disallow-code-generation-from-strings'];
