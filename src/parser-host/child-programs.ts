/**
 * The programs of children and the descriptors of their replies. The module is separate from the protocol, so that
 * children start before the protocol is loaded.
 */
import { extname } from 'node:path';

/** A clone runs the sources, and a package runs the compiled program. */
const programOf = (name: string) => `${import.meta.dirname}/${name}${extname(import.meta.filename)}`;

export const PARSER_PROGRAM = programOf('child');
export const VERIFIER_PROGRAM = programOf('verifier');

/** A part of the command line of every child. Tools find children among the processes of a host by it. */
export const CHILD_PATHS = { parser: /\/child\.[cm]?[jt]s$/, verifier: /\/verifier\.[cm]?[jt]s$/ };

/** The child replies on this descriptor, because libraries may print to stdout and stderr. */
export const REPLY_FD = 3;

/** These flags restrict code. V8 uses compiled code only under the flags of its compilation. */
export const V8_FLAGS = ['--disallow-code-generation-from-strings'];
