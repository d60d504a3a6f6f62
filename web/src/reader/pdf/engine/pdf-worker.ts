// The worker of pdf.js. Also reports images that it skips.
import './tell-left-out.ts';
import 'pdfjs-dist/build/pdf.worker.min.mjs';
