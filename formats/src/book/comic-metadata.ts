// Metadata of a comic: ComicInfo.xml, MetronInfo.xml, and ComicBookInfo in the archive's comment.
import type { ArchiveEntry, ArchiveIndex } from '../archive/entry.ts';
import { mapEntries } from '../archive/entry.ts';
import type { OpenArchive } from '../archive/read.ts';
import { parseComicBookInfo } from '../comic-book-info/parse.ts';
import { toEmbeddedMetadata } from '../comic-info/embedded.ts';
import { findComicInfoName, isComicInfoName } from '../comic-info/names.ts';
import { parseComicInfo } from '../comic-info/parse.ts';
import { FormatError } from '../error.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { isMetronInfoName, parseMetronInfo } from '../metron-info/parse.ts';
import { asMetadataFault, recordFailure } from './types.ts';

/** Returns the entries that contain metadata. */
export function listDocuments(index: ArchiveIndex): ArchiveEntry[] {
  const byName = mapEntries(index);
  const comicInfo = findComicInfoName(byName.keys());
  const metronInfo = [...byName.keys()].find(isMetronInfoName);
  return [comicInfo, metronInfo].flatMap((name) => (name === undefined ? [] : (byName.get(name) ?? [])));
}

interface DocumentContents {
  documents: readonly ArchiveEntry[];
  contents: ReadonlyMap<ArchiveEntry, Uint8Array | FormatError>;
  pageCount: number;
  /** Collects the errors of the documents. */
  faults: FormatError[];
}

/** Merges all sources. ComicInfo takes precedence over MetronInfo, and MetronInfo over ComicBookInfo. */
export function readComicMetadata(
  { index, limits }: OpenArchive,
  { documents, contents, pageCount, faults }: DocumentContents,
): EmbeddedMetadata | null {
  const found: EmbeddedMetadata[] = [];
  for (const entry of documents) {
    const content = contents.get(entry);
    if (!content) continue;
    if (content instanceof FormatError) {
      faults.push(asMetadataFault(content));
      continue;
    }
    const onRepair = (fault: FormatError) => void faults.push(fault);
    const metadata = recordFailure(faults, () => {
      if (!isComicInfoName(entry.name)) return parseMetronInfo(content, limits, onRepair);
      const info = parseComicInfo(content, limits, onRepair);
      return info && toEmbeddedMetadata(info, pageCount);
    });
    if (metadata) found.push(metadata);
  }
  const { comment } = index;
  const inComment =
    comment === undefined ? undefined : recordFailure(faults, () => parseComicBookInfo(comment, limits));
  if (inComment) found.push(inComment);
  const [first] = found;
  return first ? Object.assign({}, ...found.toReversed()) : null;
}
