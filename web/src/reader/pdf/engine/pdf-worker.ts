// The worker of pdf.js, which tells the page also of pictures that it leaves out of what is to be drawn.
import './tell-left-out.ts';
import 'pdfjs-dist/build/pdf.worker.min.mjs';
