/** The Content Security Policy (level 3) of each page. */

/** Allows no other origin, no script in the page itself and no eval. The provider of the styles writes `<style>`. */
const APPLICATION = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'frame-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/**
 * Untrusted documents are drawn here, in an opaque origin without network. The scripts come from the origin of the
 * page, and the document comes from the page around the frame.
 */
const FRAME = {
  ...APPLICATION,
  sandbox: 'allow-scripts',
  'script-src': "'self' 'wasm-unsafe-eval'",
  'connect-src': "'none'",
  'img-src': 'data: blob:',
  'font-src': 'data: blob:',
  'frame-src': "'none'",
  'worker-src': 'blob:',
  'frame-ancestors': "'self'",
};

/** The documentation: files of this origin, and a form that searches here. */
const DOCUMENTATION = { ...APPLICATION, 'style-src': "'self'", 'img-src': "'self'", 'form-action': "'self'" };

/**
 * The reference runs the code of Scalar in an origin of its own, so that this code has no cookie, no sign-in and no answer
 * of the API. It brings its styles along in its script, and its symbols in these. A download is the description as a file.
 */
const REFERENCE = {
  ...APPLICATION,
  sandbox: 'allow-scripts allow-downloads',
  'font-src': "'self' data:",
  'frame-src': "'none'",
  'worker-src': "'none'",
};

export const DOCS_POLICY = policy(DOCUMENTATION);
export const REFERENCE_POLICY = policy(REFERENCE);
export const PAGE_POLICY = policy(APPLICATION);
export const FRAME_POLICY = policy(FRAME);

function policy(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');
}
