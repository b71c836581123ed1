/** The characters with a meaning in the syntax of PDF (ISO 32000-2, 7.2.3), by their code. */
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const HASH = 0x23;
export const PERCENT = 0x25;
export const PAREN_OPEN = 0x28;
export const PAREN_CLOSE = 0x29;
export const PLUS = 0x2b;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const BRACKET_OPEN = 0x5b;
export const BACKSLASH = 0x5c;
export const BRACKET_CLOSE = 0x5d;
