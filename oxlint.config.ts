import { defineConfig, type OxlintOverride } from 'oxlint';

/**
 * Which room of the code may take values from which: packages, and other rooms. Files of the same folder, and of folders
 * below it, are always allowed; types may be taken from everywhere. Of several rooms that match a file the last one counts.
 */
interface Room {
  readonly files: readonly string[];
  readonly mayImport: readonly string[];
  readonly because: string;
}

const NODE = ['node:*', 'node:*/**'];
/** The engine's purest part: no I/O, no clock and no chance. */
const ENGINE = ['#engine/facts/*', '#platform', 'asn1js', 'pkijs', '@noble/post-quantum/**', 'saxes', 'bidi-js/**'];

const ROOMS: readonly Room[] = [
  {
    files: ['src/domain/**/*.ts'],
    mayImport: ['#domain/**', '#engine/facts/*'],
    because: "The domain imports nothing but the engine's facts.",
  },
  {
    files: ['src/contract/**/*.ts'],
    mayImport: ['#domain/**', '#src/contract/**', 'zod'],
    because: 'The contract is words and schemas alone.',
  },
  {
    files: ['src/engine/**/*.ts'],
    mayImport: ['#engine/**', ...ENGINE],
    because: 'The engine has no I/O, clock or chance.',
  },
  {
    files: ['src/engine/pdf/**/*.ts'],
    mayImport: ['#engine/pdf/**', ...ENGINE],
    because: 'Reading a file knows nothing of its canonical form.',
  },
  {
    files: ['src/engine/{content,text,fonts,xmp}/**/*.ts'],
    mayImport: ['#engine/{pdf,content,text,fonts}/**', ...ENGINE],
    because: 'The parts of documents know nothing of their canonical form.',
  },
  {
    files: ['src/engine/canonical/**/*.ts'],
    mayImport: ['#engine/{pdf,content,text,fonts,canonical}/**', ...ENGINE],
    because: 'The canonical form knows nothing of findings.',
  },
  {
    files: ['src/engine/write/**/*.ts'],
    mayImport: ['#engine/{pdf,canonical,write}/**', ...ENGINE],
    because: 'A file is written from the canonical graph alone.',
  },
  {
    files: ['src/engine/signature/*.ts'],
    mayImport: ['#engine/{pdf,text}/**', ...ENGINE],
    because: 'A signature is verified by itself; what followed it is told by whoever asks.',
  },
  {
    files: [
      'src/engine/fonts/{programs,opentype}.ts',
      'src/engine/fonts/unicode/predefined-cmaps.ts',
      'src/engine/text/pdfium.ts',
      'src/engine/qpdf.ts',
    ],
    mayImport: ['#engine/**', ...ENGINE, '@embedpdf', '@embedpdf/**', 'harfbuzzjs', 'qpdf-wasm'],
    because: 'One door to one package and its own data files.',
  },
  {
    files: ['src/engine/pdf/filters/libdeflate/module.ts'],
    mayImport: ['#platform'],
    because: 'It reads its own WebAssembly module and knows nothing else.',
  },
  {
    files: ['src/engine/pdf/filters/brotli.ts'],
    mayImport: ['#engine/pdf/**', '#platform', 'brotli-dec-wasm', 'brotli-dec-wasm/**'],
    because: 'It is the only module that knows the decoder of Brotli and its WebAssembly module.',
  },
  {
    files: ['src/engine/platform/**/*.ts'],
    mayImport: ['@noble/**', 'asn1js', 'pako'],
    because: 'Portable code needs no module of a runtime.',
  },
  {
    files: ['src/engine/platform/node.ts'],
    mayImport: NODE,
    because: "It is the engine's only module that imports modules of Node.",
  },
  {
    files: ['src/timestamps/*.ts'],
    mayImport: ['#engine/signature/timestamp.ts', 'node:crypto', 'asn1js', 'pkijs'],
    because: 'The client of timestamp authorities knows their protocol and HTTP.',
  },
  {
    files: ['src/trusted-lists/*.ts'],
    mayImport: ['node:crypto', '@xmldom', '@xmldom/**', 'xml-crypto'],
    because: 'Trusted lists are read from their text, and whom to trust is given.',
  },
  {
    files: ['src/validator/*.ts'],
    mayImport: ['#domain/**', 'node:timers/promises', 'zod'],
    because: 'The client of the validator knows the domain and HTTP.',
  },
  {
    files: ['src/proof/*.ts'],
    mayImport: ['#domain/**', '#src/keys/{jws,signature-form,signing-key}.ts', 'node:crypto'],
    because: 'Proofs are made of facts and a key: no I/O.',
  },
  {
    files: ['src/print/*.ts'],
    mayImport: ['#domain/**', '#src/proof/verify/*', '#engine/normalize.ts', 'pdf-lib', 'uqr'],
    because: 'Pages are drawn from facts alone, and normalized: no I/O, clock or chance.',
  },
  {
    files: ['src/proof/timestamp/*.ts'],
    mayImport: ['#src/proof/verify/{base64,members,times}.ts', 'asn1js', 'pkijs'],
    because: 'Timestamps are verified anywhere: with WebCrypto, and one library.',
  },
  {
    files: ['src/proof/verify/*.ts'],
    mayImport: ['#domain/**'],
    because: 'Proofs are verified anywhere: with WebCrypto, and no dependency.',
  },
  {
    files: ['src/proof/evidence/*.ts'],
    mayImport: ['#domain/**', '#src/proof/{verify,timestamp}/*'],
    because: 'Evidence is verified anywhere: in a browser and on the command line, by one code.',
  },
  {
    files: ['clients/typescript/**/*.ts'],
    mayImport: ['../../src/domain/**', '../../src/proof/{evidence,timestamp,verify}/*', '../*.ts'],
    because: 'The client runs anywhere: it has no dependencies, but what it may verify timestamps with.',
  },
  {
    files: ['clients/cli/*.ts'],
    mayImport: ['../../src/cli/{commands,exit-codes}.ts', 'commander'],
    because: 'The package of the command line has the commands that need no service of their own.',
  },
  {
    files: ['src/keys/*.ts'],
    mayImport: ['#domain/**', '#src/proof/verify/*', '#src/config.ts', ...NODE, 'jose', 'koffi', '@aws-sdk/client-kms'],
    because: 'Keys are read, and made into what signs, seals and opens.',
  },
  {
    files: ['src/passwords/*.ts'],
    mayImport: ['#domain/**', ...NODE, '@zxcvbn-ts', '@zxcvbn-ts/**'],
    because: 'Rules of accounts, without their records.',
  },
  {
    files: ['src/second-factor/*.ts'],
    mayImport: ['#domain/**', ...NODE, '@simplewebauthn', '@simplewebauthn/**', 'otpauth'],
    because: 'Codes and passkeys are made and checked without their records.',
  },
  {
    files: ['src/mail/*.ts'],
    mayImport: ['#domain/**', 'nodemailer'],
    because: 'Texts of mails, and the way to a mail server.',
  },
  {
    files: ['src/metrics/*.ts'],
    mayImport: ['#domain/**', ...NODE, 'prom-client'],
    because: 'What processes count is known to all of them, and knows none.',
  },
  {
    files: ['src/tracing/*.ts'],
    mayImport: ['@opentelemetry', '@opentelemetry/*'],
    because: 'Traces are of OpenTelemetry, and of any service.',
  },
  {
    files: ['src/webhooks/*.ts'],
    mayImport: ['#domain/**', ...NODE, 'ipaddr.js'],
    because: "Whatever calls a customer's address knows nothing else of the service.",
  },
  {
    files: ['src/payments/*.ts'],
    mayImport: ['#domain/**', 'stripe', 'node:crypto'],
    because: 'The payment provider and the domain: nothing else of the service.',
  },
  {
    files: ['src/export/*.ts'],
    mayImport: ['#domain/**', ...NODE],
    because: 'Writing an archive knows nothing of what is in it.',
  },
  {
    files: ['src/bodies/*.ts'],
    mayImport: ['#domain/**', '#store/**', '#src/contract/stored-result.ts'],
    because: 'How the records of the store look on the wire: no I/O of its own, and no HTTP.',
  },
  {
    files: ['portal/**/*.{ts,tsx}'],
    mayImport: [
      '#portal/**',
      '#clients/typescript/**',
      '#domain/**',
      '#src/proof/{evidence,verify,timestamp}/*',
      'react',
      'react-dom/client',
      '@tanstack/**',
    ],
    because: 'Pages run in browsers, on pure code alone; what they look like is in portal/ui.',
  },
  {
    files: ['portal/ui/**/*.{ts,tsx}'],
    mayImport: [
      '#portal/api/*',
      '#portal/ui/**',
      'react',
      '@tanstack/**',
      '@mantine/**',
      'lucide-react',
      'uqr',
      '*.css',
    ],
    because: 'The one place that knows the library of components.',
  },
  {
    files: ['portal/frame/*.ts'],
    mayImport: ['#portal/frame/*', 'pdfjs-dist', 'pdfjs-dist/**'],
    because: 'Documents of strangers are read here and nowhere else in the portal.',
  },
  {
    files: ['portal/settings/qr-code.tsx'],
    mayImport: ['uqr'],
    because: 'One door to one package.',
  },
  {
    files: ['portal/passport/pages/comparing/*.ts'],
    mayImport: ['#portal/**', 'pixelmatch'],
    because: 'Drawings of pages are compared here.',
  },
  {
    files: ['portal/documents/archive*.ts'],
    mayImport: ['#portal/**', '#domain/**', 'fflate'],
    because: 'Many documents are packed into one archive by the browser.',
  },
  {
    files: ['portal/{build,vite.config}.ts'],
    mayImport: ['#src/dist.ts', ...NODE, 'vite', '@vitejs/plugin-react'],
    because: 'The build runs under Node.',
  },
  {
    files: ['src/spool/*.ts'],
    mayImport: ['#domain/**', '#src/keyed-mutex.ts', '#src/directory.ts', ...NODE],
    because: 'What lies in the spool directory is known by its name and size alone.',
  },
  {
    files: ['src/parser-host/*.ts'],
    mayImport: [
      '#domain/**',
      '#src/contract/**',
      '#engine/normalize.ts',
      '#engine/compare.ts',
      '#engine/verify-output.ts',
      '#src/print/print.ts',
      ...NODE,
      'zod',
    ],
    because: "The host of the parsers knows the engine's three entries, and the printing of what the service says.",
  },
  {
    files: ['src/parser-host/programs/*.ts'],
    mayImport: ['#domain/pipeline.ts', '#src/{bundle-sources,dist}.ts', '#src/parser-host/**', ...NODE, 'pdf-lib'],
    because: 'The build runs under Node, and has the programs meet documents of its own.',
  },
  {
    files: ['src/store/**/*.ts'],
    mayImport: [
      '#store/**',
      '#domain/**',
      '#src/contract/**',
      '#src/mail/*',
      '#src/keyed-mutex.ts',
      ...NODE,
      '@mikro-orm',
      '@mikro-orm/**',
      '@node-rs',
      '@node-rs/**',
      'minio',
    ],
    because: 'The store knows the database, the objects and the domain.',
  },
  {
    files: ['workflows/**/*.ts'],
    mayImport: ['#workflows/**', '#domain/**', '@temporalio', '@temporalio/workflow'],
    because: 'Workflows are deterministic: values come from the domain and the workflow SDK alone.',
  },
  {
    files: ['activities/**/*.ts'],
    mayImport: [
      '#activities/**',
      '#domain/**',
      '#store/**',
      '#src/{bodies,export,metrics,parser-host,spool,validator}/*',
      '#src/proof/facts.ts',
      ...NODE,
      '@temporalio',
      '@temporalio/{activity,common}',
    ],
    because: 'Activities use the store, the parser host, the validator and the facts document.',
  },
  {
    files: ['api/**/*.ts'],
    mayImport: [
      '#api/**',
      '#domain/**',
      '#store/**',
      '#src/{bodies,contract,export,keys,mail,metrics,passwords,payments,proof,second-factor,spool,tracing}/**',
      '#src/webhooks/url.ts',
      '#src/{config,dist,liveness,log,program-version,risks,store-privileges}.ts',
      '#temporal/client/*',
      ...NODE,
      '@fastify',
      '@fastify/busboy',
      '@koa',
      '@koa/cors',
      '@koa/router',
      '@opentelemetry',
      '@opentelemetry/api',
      'ipaddr.js',
      'koa',
      'marked',
      'pino',
      'structured-headers',
      'zod',
      'zod-openapi',
    ],
    because: 'The API never parses a PDF and starts workflows through one client.',
  },
  {
    files: ['temporal/**/*.ts'],
    mayImport: [
      '#temporal/**',
      '#activities/**',
      '#workflows/**',
      '#domain/**',
      '#store/**',
      '#src/**',
      ...NODE,
      '@temporalio',
      '@temporalio/**',
      'pino',
    ],
    because: 'Everything but the API.',
  },
  {
    files: ['src/cli/**/*.ts'],
    mayImport: ['#domain/**', '#store/**', '#src/**', ...NODE, 'commander', 'zod'],
    because: 'The command line is in images and packages, and `dev` is not.',
  },
  {
    files: ['src/cli/admin/*.ts'],
    mayImport: ['#domain/**', '#store/**', '#src/**', '#temporal/client/client.ts', ...NODE, 'commander', 'zod'],
    because: 'Drills are of rows, objects and workflows.',
  },
  {
    files: ['src/cli/doctor/*.ts'],
    mayImport: [
      '#domain/**',
      '#store/**',
      '#src/**',
      '#temporal/client/connection.ts',
      '#temporal/{deployment-versions,schedules,search-attributes}.ts',
      ...NODE,
      '@temporalio',
      '@temporalio/client',
    ],
    because: 'It looks at all parts of the service, as the service does.',
  },
  {
    files: ['dev/**/*.ts'],
    mayImport: [
      '#dev/**',
      '#domain/**',
      '#store/**',
      '#src/**',
      '#temporal/views.ts',
      ...NODE,
      'asn1js',
      'pkijs',
      'postal-mime',
      'smtp-server',
      'stripe',
      'zod',
    ],
    because: 'What runs the service on one machine starts its programs and imports none of them.',
  },
];

/** Code that is of a room but not of what runs in it. */
const WITHOUT_RULES = ['**/*.test.ts', 'src/engine/fonts/build/**'];

function importRules({ files, mayImport, because }: Room): OxlintOverride {
  const group = ['**', '!./**', ...mayImport.map((name) => `!${name}`)];
  const rule = { patterns: [{ group, allowTypeImports: true, message: because }] };
  return { files: [...files], rules: { 'typescript/no-restricted-imports': ['error', rule] } };
}

const ENVIRONMENT = { object: 'process', property: 'env', message: 'Settings come from src/config.ts.' };
const ROLE_LOST = ['getConnection', 'getDriver', 'getKysely'].map((property) => ({
  property,
  message: 'em.execute() alone keeps role and tenant of its manager, within a transaction and outside of one.',
}));

export default defineConfig({
  // They are compiled where their clients are generated.
  ignorePatterns: ['tools/drills/matrix/*/program.ts'],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-default-export': 'error',
    'import/no-cycle': 'error',
    'no-console': 'error',
    'no-restricted-properties': ['error', ENVIRONMENT, ...ROLE_LOST],
    'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    'typescript/consistent-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-new-array': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'typescript/no-misused-spread': 'off',
    'vitest/expect-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/require-to-throw-message': 'off',
    'promise/always-return': 'off',
  },
  overrides: [
    // A component is markup for the most part.
    {
      files: ['portal/**/*.tsx'],
      rules: { 'max-lines-per-function': ['error', { max: 110, skipBlankLines: true, skipComments: true }] },
    },
    { files: ['**/*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: ['**/*.d.ts'], rules: { 'import/no-default-export': 'off', 'typescript/no-extraneous-class': 'off' } },
    {
      // Programs: they read their settings, and speak to a terminal.
      files: [
        'fixpoint.mjs',
        'mikro-orm.config.ts',
        'portal/{build,vite.config}.ts',
        'api/main.ts',
        'temporal/worker/main.ts',
        'temporal/worker/process.ts',
        'src/parser-host/service/main.ts',
        'src/cli/**',
        'clients/cli/**',
        'dev/**',
        'tools/**',
      ],
      rules: { 'no-restricted-properties': ['error', ...ROLE_LOST], 'no-console': 'off' },
    },
    {
      files: ['test/**', 'tools/**', '**/*.test.ts'],
      rules: {
        'max-lines-per-function': 'off',
        'no-restricted-properties': ['error', ...ROLE_LOST],
        'import/no-default-export': 'off',
        'no-console': 'off',
        'typescript/no-unsafe-type-assertion': 'off',
      },
    },
    ...ROOMS.map(importRules),
    { files: WITHOUT_RULES, rules: { 'typescript/no-restricted-imports': 'off', 'no-console': 'off' } },
  ],
});
