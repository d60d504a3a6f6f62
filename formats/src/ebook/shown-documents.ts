// Resolves links to documents without content, which the EPUB does not contain.
import type { Builder } from './markup/builder.ts';

interface Built {
  name: string;
  builder: Builder;
}

/** Maps each document to itself, or a document without content to the next one, or at the end to the last one. */
export function mapToShown(built: readonly Built[]): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  let next = built.findLast(({ builder }) => builder.hasContent)?.name;
  for (const { name, builder } of built.toReversed()) {
    if (builder.hasContent) next = name;
    if (next !== undefined) shown.set(name, next);
  }
  return shown;
}
