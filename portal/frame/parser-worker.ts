/** The worker that parses. Built into one classic script: Chromium starts no worker of modules in an opaque origin. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
