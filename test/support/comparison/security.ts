/** Pairs with changes of encryption, permissions and active content. */
import { book, pageNumber } from './book.ts';
import {
  attached,
  field,
  fixture,
  IDENTICAL,
  named,
  script,
  signable,
  SIGNATURE,
  TWO,
  withAnnotations,
  withFields,
  type Pair,
} from './expectations.ts';

export const SECURITY: readonly Pair[] = [
  {
    name: 'a script that runs when the document is opened',
    a: book(),
    b: book({ catalog: `/OpenAction${script('app.beep\\(0\\)')}` }),
    expected: {
      severity: 'major',
      changes: 2,
      security: [
        { field: 'JavaScript', oldValue: '0', newValue: '1' },
        { field: 'OpenAction', oldValue: 'none', newValue: 'JavaScript' },
      ],
    },
  },
  {
    name: 'a script in place of another',
    a: named('one'),
    b: named('two'),
    expected: {
      severity: 'major',
      changes: 1,
      security: [
        {
          field: 'JavaScript',
          // SHA-256 of the SHA-256 of `one`, and of `two`, in hexadecimal.
          oldValue: '1 (sha256 e8fdaa78e6ffffcd)',
          newValue: '1 (sha256 d6aad531fe0983f5)',
        },
      ],
    },
  },
  {
    name: 'a document that opens at a page',
    a: book(),
    b: book({ catalog: `/OpenAction[${pageNumber(1)} 0 R/Fit]` }),
    expected: {
      severity: 'moderate',
      changes: 1,
      security: [{ field: 'OpenAction', oldValue: 'none', newValue: 'GoTo' }],
    },
  },
  {
    name: 'a link that starts a program',
    a: withAnnotations('<</Type/Annot/Subtype/Link/Rect[1 1 9 9]>>'),
    b: withAnnotations('<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/A<</S/Launch/F(calc.exe)>>>>'),
    expected: {
      severity: 'major',
      changes: 2,
      annotations: [{ page: 1, type: 'Link', action: 'modified' }],
      security: [{ field: 'LaunchAction', oldValue: '0', newValue: '1' }],
    },
  },
  {
    name: 'a page that acts when it is shown',
    a: book(),
    b: book({ pages: [{ text: 'First page here', entries: `/AA<</O${script('x')}>>` }] }),
    expected: {
      severity: 'major',
      changes: 2,
      security: [
        { field: 'AdditionalActions', oldValue: '0', newValue: '1' },
        { field: 'JavaScript', oldValue: '0', newValue: '1' },
      ],
    },
  },
  {
    name: 'a second attachment',
    a: attached('first'),
    b: attached('first', 'second'),
    expected: {
      severity: 'major',
      changes: 2,
      objects: [7, 9],
      security: [{ field: 'EmbeddedFiles', oldValue: '1', newValue: '2' }],
    },
  },
  {
    name: 'an XFA form',
    a: book({ catalog: '/AcroForm<</Fields[]>>' }),
    b: book({ catalog: '/AcroForm<</Fields[]/XFA 5000 0 R>>', more: { 5000: { stream: '<xdp/>' } } }),
    expected: {
      severity: 'major',
      changes: 2,
      objects: [5, 6],
      security: [{ field: 'XFA', oldValue: 'false', newValue: 'true' }],
    },
  },
  {
    name: 'usage rights removed',
    a: book({ catalog: `/Perms<</UR3 5000 0 R>>`, more: { 5000: SIGNATURE } }),
    b: book({ more: { 5000: 'null' } }),
    expected: {
      severity: 'moderate',
      changes: 1,
      security: [{ field: 'UsageRights', oldValue: 'true', newValue: 'false' }],
    },
  },
  {
    name: 'a signature added to a field that waited for it',
    a: signable(false),
    b: signable(true),
    expected: {
      severity: 'moderate',
      changes: 1,
      security: [{ field: 'SignatureCount', oldValue: '0', newValue: '1' }],
    },
  },
  {
    name: 'a signature removed',
    a: signable(true),
    b: signable(false),
    expected: { severity: 'major', changes: 1, security: [{ field: 'SignatureCount', oldValue: '1', newValue: '0' }] },
  },
  {
    name: 'a signature removed, both normalized: told of the originals',
    a: signable(true),
    b: signable(false),
    normalizeFirst: true,
    expected: { severity: 'major', changes: 1, security: [{ field: 'SignatureCount', oldValue: '1', newValue: '0' }] },
  },
  {
    name: 'a script, both normalized: neither has one then',
    a: book(),
    b: book({ catalog: `/OpenAction${script('x')}` }),
    normalizeFirst: true,
    expected: IDENTICAL,
  },
  {
    name: 'a copy encrypted with every permission',
    a: fixture('g0-plain-0-classic.pdf'),
    b: fixture('g0-plain-8-encrypted.pdf'),
    expected: {
      severity: 'moderate',
      changes: 2,
      objects: [8, 9],
      security: [{ field: 'Encrypted', oldValue: 'false', newValue: 'true' }],
    },
  },
  {
    name: 'text, form, notes and protection at once',
    a: withFields(field('/FT/Tx/T(a)/V(1)')),
    b: book({ pages: [TWO], info: '/Title(New)', catalog: '/OpenAction<</S/Named/N/Print>>' }),
    expected: {
      severity: 'major',
      changes: 5,
      metadata: [{ field: 'Title', oldValue: null, newValue: 'New' }],
      added: [1],
      removed: [1],
      forms: [{ fieldName: 'a', action: 'removed', oldValue: '1', newValue: null }],
      security: [{ field: 'OpenAction', oldValue: 'none', newValue: 'Named' }],
    },
  },
];
