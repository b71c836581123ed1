/** The meaning of each failure of a document (`failure.code`), for people. */
import type { FailureCode } from '#domain/failure-codes.ts';
import { SERVICE_FAILURE_MESSAGES } from '#domain/sentences/failure-sentences.ts';
import type { Explanation } from './explanation.ts';

const OF_THE_DOCUMENT = 'Ask the author of the document for another copy, or save it again with another program.';
const OF_THE_SERVICE = 'Send the document again. If it ends so again, give the submission id to support.';

export const FAILURES: Readonly<Record<FailureCode, Explanation>> = {
  POLICY_REJECTION: {
    title: 'An option of the request refuses the document',
    cause:
      'The status is `REJECTED`: the document is sound, and the request asked not to normalize it. `signed_pdf_policy=reject`, the default, refuses signed documents; `pdfa_policy=preserve`, the default, those that would lose their PDF/A level; `missing_glyph_policy=reject` those with text that no font can show. The message starts with which of them it was.',
    remedy:
      'Send it again with another value: `signed_pdf_policy` `strip` or `preserve`, `pdfa_policy=normalize_anyway`, `missing_glyph_policy=warn`.',
    retryable: false,
    example:
      'SIGNED_PDF: The document carries 1 digital signature, which rewriting would break. Ask for signed_pdf_policy strip to remove them, or preserve to keep the document as it is.',
  },
  FILE_TOO_LARGE: {
    title: 'File larger than allowed',
    cause:
      'Not given by this version: a file beyond the limit of its plan is refused with the problem `file_too_large` before it becomes a submission.',
    remedy: 'Make the file smaller, or choose a plan with a higher limit.',
    retryable: false,
    example: 'The file is larger than allowed.',
  },
  EMPTY_FILE: {
    title: 'File is empty',
    cause: 'The file has no bytes. The API refuses it as `not_a_pdf`; the command line fails with this code.',
    remedy: 'Check the program that writes or uploads the file.',
    retryable: false,
    example: 'The file is empty.',
  },
  NOT_A_PDF: {
    title: 'Not a PDF',
    cause:
      'The file has neither `%PDF-` within its first 8,192 bytes nor an end that leads to a cross-reference. The API refuses it as `not_a_pdf`; the command line fails with this code.',
    remedy: 'Check the content of the file. Often it is an HTML page with an error.',
    retryable: false,
    example: 'No PDF header in the first 8,192 bytes.',
  },
  PASSWORD_REQUIRED: {
    title: 'Document opens only with a password',
    cause: 'It is encrypted, and the empty password does not open it.',
    remedy: 'Remove the password (`qpdf --decrypt --password=… in.pdf out.pdf`) and send it again.',
    retryable: false,
    example: 'The document opens only with a password.',
  },
  UNSUPPORTED_ENCRYPTION: {
    title: 'Encryption that is not supported',
    cause:
      'The document is encrypted for the certificates of its readers, by a handler of one vendor or with another method than RC4 and AES-CBC, such as AES-GCM, or its encryption dictionary is broken. Supported is the standard handler, revisions 2 to 6.',
    remedy: 'Open it with a program that can, and save it without encryption.',
    retryable: false,
    example: 'Security handler Adobe.PubSec, V 5, R 0.',
  },
  UNSUPPORTED_FILTER: {
    title: 'Data behind a filter that is not supported',
    cause:
      'Content, a font, a form, metadata or objects of the document are encoded with a filter that the service does not know, or with parameters that it does not support. Another reader may show these data, so the service does not publish a document without them. The message names the filter, and the first page where there is one. The service knows the data filters of ISO 32000-2 and `BrotliDecode` without a shared dictionary. An image that nobody else reads keeps its bytes, and `UNDECODABLE_STREAM` warns of it.',
    remedy: 'Open the document with a program that shows all of it, and save it with the filter `FlateDecode`.',
    retryable: false,
    example: 'Data behind a filter that is not supported: 1 stream, first FooDecode on page 1.',
  },
  CORRUPT_UNRECOVERABLE: {
    title: 'Damaged beyond repair',
    cause: 'Neither our own repair nor a second reader finds a document catalog in the bytes.',
    remedy: `The file is cut off or overwritten. ${OF_THE_DOCUMENT}`,
    retryable: false,
    example: 'No document catalog was found.',
  },
  NO_PAGES: {
    title: 'Document without pages',
    cause: 'The document opens, and no page can be found in it, by its page tree or elsewhere.',
    remedy: OF_THE_DOCUMENT,
    retryable: false,
    example: 'The document has no pages.',
  },
  RESOURCE_LIMIT_EXCEEDED: {
    title: 'Document exceeds a counted limit',
    cause:
      'Decoding, drawing or comparing the document would take more than one document may: decoded bytes, objects, operators, glyphs, nested forms. The limits are counted, never timed, so that the same file ends in the same way everywhere. The message names the limit.',
    remedy: 'Split the document, or save it again. A small file that exceeds a limit was probably made for that.',
    retryable: false,
    example: 'The document exceeds the limit of decoded bytes.',
  },
  XFA_DYNAMIC_UNSUPPORTED: {
    title: 'Form whose pages exist only in XFA',
    cause:
      'The PDF holds one page that asks to wait or to open it elsewhere; the real pages are an XFA form that a special processor makes.',
    remedy: 'Open it with a program that shows XFA, print it to a PDF, and send that.',
    retryable: false,
    example: 'The pages of this form exist only in a processor of dynamic XFA.',
  },
  FLATTEN_FAILED: {
    title: 'Form could not be flattened',
    cause: 'This version does not use the code. It leaves such parts unchanged and adds a warning.',
    remedy: OF_THE_DOCUMENT,
    retryable: false,
    example: 'The form could not be flattened.',
  },
  ACTIVE_CONTENT_RESIDUE: {
    title: 'Active content left in the output',
    cause:
      'An independent check found active content in the finished output. The service does not publish this output.',
    remedy: 'Send support the submission id. This is a fault of the service.',
    retryable: false,
    example: 'Active content is left in the output: OpenAction in object 7 and 1 more.',
  },
  NOT_IDEMPOTENT: {
    title: 'Output is no fixed point',
    cause: 'Normalizing the output gave other bytes each time. Nothing is handed out then.',
    remedy: 'Send support the submission id. This is a fault of the service.',
    retryable: false,
    example: 'The output changes each time it is normalized again.',
  },
  OUTPUT_INVALID: {
    title: 'Output is not valid',
    cause:
      'Not given by this version. Reports made under `norm-1` may carry it: a second reader did not open the output.',
    remedy: 'Send the original again.',
    retryable: false,
    example: 'The output does not open.',
  },
  CONTENT_CHANGED: {
    title: 'Output shows something else',
    cause: 'Not given by this version.',
    remedy: 'Send the original again.',
    retryable: false,
    example: 'The text of the output is not that of the input.',
  },
  PROCESSING_TIMEOUT: {
    title: 'Processing took too long',
    cause:
      'The parser used more processor time than the size of the document allows, 60 seconds and 3 more for each MiB, or it stopped responding, also in a new process. Counted limits end nearly all such documents before. A timeout says nothing about the document, so it never leads to `REPEATED_FAILURE`.',
    remedy: OF_THE_SERVICE,
    retryable: true,
    example: SERVICE_FAILURE_MESSAGES.PROCESSING_TIMEOUT,
  },
  PARSER_KILLED: {
    title: 'Parser ended',
    cause:
      'The process that reads the document ended under it, in a fresh process too: it ran out of memory or was stopped.',
    remedy: OF_THE_SERVICE,
    retryable: true,
    example: SERVICE_FAILURE_MESSAGES.PARSER_KILLED,
  },
  REPEATED_FAILURE: {
    title: 'Not tried again within a day',
    cause:
      'The same bytes with the same options have ended for your organization with `PARSER_KILLED` twice within the last 24 hours. The service did not try them again.',
    remedy:
      'Send the document again a day later, or with other options. If you need it sooner, send the submission ids to support.',
    retryable: true,
    example: SERVICE_FAILURE_MESSAGES.REPEATED_FAILURE,
  },
  WORKER_UNAVAILABLE: {
    title: 'No worker in time',
    cause: 'No worker of the region took the document up, or finished it, in time.',
    remedy: OF_THE_SERVICE,
    retryable: true,
    example: SERVICE_FAILURE_MESSAGES.WORKER_UNAVAILABLE,
  },
  STORAGE_ERROR: {
    title: 'Storage failed',
    cause: 'The original could not be read, or the output not written, after several attempts.',
    remedy: OF_THE_SERVICE,
    retryable: true,
    example: SERVICE_FAILURE_MESSAGES.STORAGE_ERROR,
  },
  CANCELLED: {
    title: 'Processing was ended',
    cause: 'An operator ended it, or the document was erased before it was done.',
    remedy: 'Send the document again unless you erased it.',
    retryable: true,
    example: SERVICE_FAILURE_MESSAGES.CANCELLED,
  },
  ORGANIZATION_INACTIVE: {
    title: 'Organization was deactivated',
    cause: 'The organization was deactivated before the document was processed.',
    remedy: 'Activate the organization and send the document again.',
    retryable: true,
    example: SERVICE_FAILURE_MESSAGES.ORGANIZATION_INACTIVE,
  },
  INTERNAL_ERROR: {
    title: 'Fault of the service',
    cause: 'Something happened that the service does not account for.',
    remedy: OF_THE_SERVICE,
    retryable: true,
    example: SERVICE_FAILURE_MESSAGES.INTERNAL_ERROR,
  },
};
