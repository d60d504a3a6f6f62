// The table of contents of a PDF as a flat list. Its size is limited, because the file is untrusted.
import type { PDFDocumentProxy } from 'pdfjs-dist';

export interface OutlineEntry {
  title: string;
  /** Nesting level, 0 for chapters. */
  depth: number;
  /** The destination in the form of pdf.js. Undefined for a heading without one. */
  target: string | unknown[] | undefined;
}

const maxEntries = 5_000;
const maxDepth = 12;

type Nodes = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

export async function readOutline(document: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const waiting = toPending((await document.getOutline()) ?? [], 0);
  for (let next = waiting.pop(); next && entries.length < maxEntries; next = waiting.pop()) {
    const { node, depth } = next;
    const target = typeof node.dest === 'string' || Array.isArray(node.dest) ? node.dest : undefined;
    entries.push({ title: node.title.trim() || '…', depth, target });
    if (depth < maxDepth) waiting.push(...toPending(node.items ?? [], depth + 1));
  }
  return entries;
}

const toPending = (nodes: Nodes, depth: number) => nodes.map((node) => ({ node, depth })).reverse();
