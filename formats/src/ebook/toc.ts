// Builds a table of contents from headings in text order.
import { ebookLimits } from './limits.ts';
import type { EbookTocEntry } from './types.ts';

/** Maximum depth of the table of contents. */
const maxDepth = 8;

export class Toc {
  readonly entries: EbookTocEntry[] = [];
  readonly #above: { entry: EbookTocEntry; depth: number }[] = [];
  #count = 0;

  /** `depth` starts at 1. Entries of depth 0 name the whole book or a separate part, and have no children. */
  add({ title, href }: { title: string; href: string }, stated: number): void {
    this.#count += 1;
    if (this.#count > ebookLimits.maxTocEntries) return;
    const depth = Math.min(stated, maxDepth);
    const entry = { title, href, children: [] };
    while (this.#above.length > 0 && (this.#above.at(-1)?.depth ?? 0) >= depth) this.#above.pop();
    (this.#above.at(-1)?.entry.children ?? this.entries).push(entry);
    if (depth > 0) this.#above.push({ entry, depth });
  }
}
