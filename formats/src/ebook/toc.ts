// Builds a table of contents from headings in text order.
import { ebookLimits } from './limits.ts';
import type { EbookTocEntry } from './types.ts';

export interface Toc {
  entries: EbookTocEntry[];
  /** `depth` starts at 1. Entries of depth 0 name the whole book or a separate part, and have no children. */
  add(entry: { title: string; href: string }, depth: number): void;
}

/** Maximum depth of the table of contents. */
const maxDepth = 8;

export function createToc(): Toc {
  const entries: EbookTocEntry[] = [];
  const above: { entry: EbookTocEntry; depth: number }[] = [];
  let count = 0;
  return {
    entries,
    add({ title, href }, stated) {
      count += 1;
      if (count > ebookLimits.maxTocEntries) return;
      const depth = Math.min(stated, maxDepth);
      const entry = { title, href, children: [] };
      while (above.length > 0 && (above.at(-1)?.depth ?? 0) >= depth) above.pop();
      (above.at(-1)?.entry.children ?? entries).push(entry);
      if (depth > 0) above.push({ entry, depth });
    },
  };
}
