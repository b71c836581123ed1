/** The worker that draws, built like the one that parses. */
import 'pdfjs-dist/legacy/build/pdf.renderer.mjs';
