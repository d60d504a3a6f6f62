// Reads the table of contents of a MOBI (NCX): labels with targets and parents.
import { toLine } from '../../../values/text.ts';
import { ebookLimits } from '../../limits.ts';
import type { EbookTocEntry } from '../../types.ts';
import type { MobiHeader } from '../file/header.ts';
import { readIndex } from '../file/index-table.ts';
import type { Records } from '../file/records.ts';

const tags = { position: 1, label: 3, fragment: 6, parent: 21 };

export interface NcxEntry {
  title: string;
  /** Offset in the text of MOBI 6. */
  position: number | undefined;
  /** In KF8: number of the fragment, and offset in it. */
  fragment: readonly number[] | undefined;
  /** Index of the parent in the list. Undefined for entries of the first level. */
  parent: number | undefined;
}

/** Returns an empty list for a missing or unreadable NCX, because the text may still be readable. */
export function readNcx(records: Records, { base, ncx, encoding }: MobiHeader): NcxEntry[] {
  if (ncx === undefined) return [];
  try {
    const { entries, label } = readIndex(records, base + ncx);
    const decoder = new TextDecoder(encoding);
    return entries.slice(0, ebookLimits.maxTocEntries).map(({ values }) => {
      const bytes = label(values.get(tags.label)?.[0] ?? -1);
      return {
        title: toLine(bytes ? decoder.decode(bytes) : '') ?? '',
        position: values.get(tags.position)?.[0],
        fragment: values.get(tags.fragment),
        parent: values.get(tags.parent)?.[0],
      };
    });
  } catch {
    return [];
  }
}

/** Expects parents before their children. */
export function toToc(
  entries: readonly NcxEntry[],
  hrefOf: (entry: NcxEntry) => string | undefined,
): EbookTocEntry[] {
  const made: (EbookTocEntry | undefined)[] = [];
  const toc: EbookTocEntry[] = [];
  for (const [i, entry] of entries.entries()) {
    const href = hrefOf(entry);
    const made1 =
      href === undefined || entry.title === '' ? undefined : { title: entry.title, href, children: [] };
    made.push(made1);
    if (!made1) continue;
    const parent = entry.parent !== undefined && entry.parent < i ? made[entry.parent] : undefined;
    (parent?.children ?? toc).push(made1);
  }
  return toc;
}
