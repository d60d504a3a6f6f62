// PDF work in a worker process: documents stay open between pages until the server closes them.
import type { PdfEngine } from '@lectern/formats/pdf/engine';
import { renderToJpeg } from '@lectern/formats/pdf/jpeg';
import { closePdf, getProcessEngine, type OpenedPdf, openPdfFile } from '@lectern/formats/pdf/process-engine';
import { toNativePath } from '#infrastructure/files/names.ts';
import { FileReplaced, readVersion } from '#infrastructure/files/versions.ts';

export interface RenderJob {
  /** Identifies the document and its version. */
  key: string;
  /** Version of the file (infrastructure/files/versions.ts). */
  version: string;
  root: string;
  relativePath: string;
  /** Zero-based. */
  page: number;
  width: number;
  quality: number;
  /** Keep the document open for the next page. */
  keepOpen: boolean;
}

export interface RenderedJpeg {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** The document had to be opened. */
  wasOpened: boolean;
}

const open = new Map<string, OpenedPdf>();
let engine: PdfEngine | undefined;

/** Discards documents of an engine that has crashed. */
async function dropClosed(): Promise<void> {
  const current = await getProcessEngine();
  if (engine && engine !== current) {
    for (const { source } of open.values()) source.close();
    open.clear();
  }
  engine = current;
}

function close(key: string): void {
  const opened = open.get(key);
  if (opened && open.delete(key)) closePdf(opened);
}

async function render(
  path: string | Buffer,
  { key, page, width, quality }: RenderJob,
): Promise<RenderedJpeg> {
  const known = open.get(key);
  const opened = known ?? (await openPdfFile(path));
  open.set(key, opened);
  const jpeg = await renderToJpeg(opened.document, page, { width, quality });
  return { ...jpeg, wasOpened: known === undefined };
}

export const pdfJobs = {
  'pdf.render': async (job: RenderJob): Promise<RenderedJpeg> => {
    await dropClosed();
    const path = toNativePath(job.root, job.relativePath);
    try {
      return await readVersion(path, job.version, () => render(path, job));
    } catch (error) {
      if (error instanceof FileReplaced) close(job.key);
      throw error;
    } finally {
      if (!job.keepOpen) close(job.key);
    }
  },

  'pdf.close': ({ key }: { key: string }): void => close(key),
};
