// Loads pdf.js with the first PDF, entirely from the server.
import { toUrl } from '../../../api/call.ts';
import workerUrl from './pdf-worker.ts?worker&url';

type Core = typeof import('pdfjs-dist');
type Viewers = typeof import('pdfjs-dist/web/pdf_viewer.mjs');

export interface PdfJs {
  core: Core;
  viewers: Viewers;
  /** URL of its other files (scripts/build-web.mjs). */
  parts: string;
  startWorker(): Worker;
}

const startWorker = () => new Worker(workerUrl, { type: 'module' });

let loading: Promise<PdfJs> | undefined;

export function loadPdfJs(): Promise<PdfJs> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<PdfJs> {
  const core = await import('pdfjs-dist');
  // The viewer expects the core in a global variable.
  const [viewers] = await Promise.all([
    import('pdfjs-dist/web/pdf_viewer.mjs'),
    import('pdfjs-dist/web/pdf_viewer.css'),
  ]);
  return { core, viewers, parts: toUrl(`assets/pdfjs-${core.version}/`), startWorker };
}
