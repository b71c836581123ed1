/** The build of the portal: pages at their paths in the API, everything else below `portal/assets/`. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

const PAGES = join(import.meta.dirname, 'html');
const HTML = ['index.html', 'verify.html', 'portal/index.html', 'portal/frame.html', 'docs/reference.html'];
const BASE = new RegExp(
  `/node_modules/(?:${[
    'react(?:-dom)?',
    'scheduler',
    'use-sync-external-store',
    '@tanstack/(?:react-router|router-core|history|store|react-store)',
    '@mantine/core/esm/components/(?:Button|CloseButton|Group|Input|Loader|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)',
  ].join(
    '|',
  )})/|/portal/(?:ui/(?:copy|countdown|form|link|page|password-input|problem|provider|toast|tone|words|lazy/part)|development/demo|api/(?:problem|send|session|step-up))\\.tsx?$|vite/preload-helper`,
);
/** Every page behind the sign-in loads these, and the client. */
const MEMBERS =
  /\/node_modules\/@tanstack\/(?:query-core|react-query)\/|\/portal\/api\/(?:curl|pages|permission|queries|refusal)\.ts$/;
const API = process.env['FIXPOINT_URL'] ?? 'http://127.0.0.1:8080';

const CONFIG: UserConfig = {
  root: PAGES,
  // A proxy may have put the service below a path: no address begins at the root.
  base: './',
  plugins: [react()],
  build: {
    rolldownOptions: {
      // Common code of all pages is one file. It compresses better, and stays in caches while the pages change.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'client', test: /\/clients\/typescript\/|\/portal\/api\/call\.ts$/ },
            { name: 'members', test: MEMBERS },
            // Otherwise the code that places tips and menus would be in the file of tables.
            { name: 'floating', test: /node_modules\/@floating-ui\// },
          ],
        },
      },
      // Pages of the documentation are made by the API, which finds `docs` by its name.
      input: {
        ...Object.fromEntries(HTML.map((name) => [name.replace('.html', '').replaceAll('/', '-'), join(PAGES, name)])),
        docs: join(import.meta.dirname, 'docs/main.ts'),
      },
    },
    assetsDir: 'portal/assets',
    // The policy refuses inlined scripts and images, because they have no origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2024',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
  },
  // `npx vite --config portal/vite.config.ts` shows changes at once, beside a service that runs already.
  server: {
    fs: { allow: [join(import.meta.dirname, '..')] },
    proxy: { '/api': API, '/.well-known': API },
  },
};

/** Browsers leave out what goes above the root of a server, as the pages do to their scripts. */
const SCRIPTS = { find: /^\/(app|frame|reference|verify|welcome)\//, replacement: `${import.meta.dirname}/$1/` };

export default defineConfig(({ command }) => {
  if (command === 'serve') return { ...CONFIG, resolve: { alias: [SCRIPTS] } };
  // Vite reads this variable. Without it a build that starts in a test would be a development build, and all tests
  // would use it.
  process.env['NODE_ENV'] = 'production';
  return CONFIG;
});
