/** A refusal, in words for the person: the `detail` of a problem (RFC 9457). */

export class Problem extends Error {
  /**
   * @param {string} message
   * @param {object} [about]
   * @param {number} [about.status] 0 where there was no answer.
   * @param {string} [about.code]
   * @param {string | null} [about.field] The member of the body at fault.
   */
  constructor(message, { status = 0, code = '', field = null } = {}) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Problem>}
 */
export async function problemOf(response) {
  const { status } = response;
  try {
    /** @type {{ detail: string, code: string, errors?: readonly { name: string }[] }} */
    const { detail, code, errors } = JSON.parse(await response.text());
    const field = errors?.[0]?.name.replace(/^\//, '') ?? null;
    return new Problem(detail, { status, code, field });
  } catch {
    return new Problem(`The service answered with status ${status}.`, { status }); // a proxy's own page
  }
}

/**
 * What is none of the service's refusals is a fault of these pages: told to the console, and to the person in general.
 *
 * @param {unknown} error
 * @returns {Problem}
 */
export function toProblem(error) {
  if (error instanceof Problem) return error;
  reportError(error);
  return new Problem('Something went wrong. Load the page again.');
}
