// A process that opens one PDF as the server's media worker does, draws its first page and prints the result. Tests
// start it for files that may hang or crash it: node pdf-probe.ts <path>
import { FormatError } from '@lectern/formats/error';
import { createPdfEngine } from '@lectern/formats/pdf/engine';
import { openFileSource } from '@lectern/formats/source';

export interface PdfProbe {
  pageCount?: number;
  version?: string | undefined;
  isEncrypted?: boolean;
  title?: string | undefined;
  author?: string | undefined;
  size?: { widthPt: number; heightPt: number };
  /** Size of the first page, drawn into 200 x 200 px. */
  drawn?: [number, number];
  error?: { kind: string; reason: string | undefined };
  memoryBytes: number;
}

/** Opens and draws the file. File errors are part of the result, other errors are thrown. */
export async function probePdf(path: string): Promise<PdfProbe> {
  const engine = await createPdfEngine();
  const probe: PdfProbe = { memoryBytes: 0 };
  const source = openFileSource(path);
  try {
    const document = engine.open(source);
    const { title, author } = document.info();
    const { pageCount, version, isEncrypted } = document;
    Object.assign(probe, { pageCount, version, isEncrypted, title, author, size: document.pageSize(0) });
    document.outline();
    document.xmp();
    const { width, height } = document.renderPage(0, { maxWidth: 200, maxHeight: 200 });
    probe.drawn = [width, height];
    document.close();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    probe.error = { kind: error.kind, reason: error.reason };
  } finally {
    source.close();
  }
  return { ...probe, memoryBytes: engine.memoryBytes() };
}

if (import.meta.main) process.stdout.write(JSON.stringify(await probePdf(process.argv[2] ?? '')));
