// Reads the panels that people or programs stored with a book. The first source with panels of a page applies.

import { mapEntries } from '../../archive/entry.ts';
import { readArchiveIndex } from '../../archive/open.ts';
import { isJunk } from '../../archive/pages.ts';
import { type OpenArchive, readEntry, readEntryNow } from '../../archive/read.ts';
import type { ArchiveKind } from '../../archive/readers.ts';
import { toEpubArchive } from '../../book/epub.ts';
import { FormatError } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import { acceptPanels, type Box } from '../boxes.ts';
import { isAcbfName, readAcbf } from './acbf.ts';
import { readCbxy } from './cbxy.ts';
import { manifestName, readGuidedNavigation } from './guided-navigation.ts';
import type { FoundPanels, ImportPage } from './pages.ts';
import { readRegionNavigation } from './region-navigation.ts';

/** The most trusted source first. */
type ImportSource = 'epub' | 'acbf' | 'cbxy' | 'navigation';

export interface ImportedPage {
  /** One-based. */
  number: number;
  source: ImportSource;
  /** In reading order. */
  boxes: Box[];
}

interface ImportRequest {
  /** The file of the book. Absent if its entries cannot be read one by one. */
  archive?: { source: ByteSource; kind: ArchiveKind; isEpub: boolean };
  /** The `.cbxy` file next to the book. */
  sidecar?: ByteSource;
  pages: readonly ImportPage[];
  limits: Limits;
}

/** Ignores sources that cannot be read, and sets of panels that do not fit their page. */
export async function readImportedPanels({
  archive,
  sidecar,
  pages,
  limits,
}: ImportRequest): Promise<ImportedPage[]> {
  const strict = { ...limits, maxEntryBytes: limits.maxDocumentBytes };
  const open = archive && (await orNone(() => openArchive(archive.source, archive.kind, strict)));
  const found: [ImportSource, FoundPanels | undefined][] = [];
  if (open && archive.isEpub)
    found.push(['epub', await orNone(() => readRegionNavigation(toEpubArchive(open), pages, strict))]);
  if (open && !archive.isEpub) found.push(['acbf', await orNone(() => readAcbfEntry(open, pages))]);
  if (sidecar) found.push(['cbxy', await orNone(() => readCbxy(sidecar, pages, strict))]);
  if (open && !archive.isEpub) found.push(['navigation', await orNone(() => readPackage(open, pages))]);
  return pages.flatMap((_, index) => {
    for (const [source, panels] of found) {
      const boxes = acceptPanels(panels?.get(index) ?? []);
      if (boxes) return [{ number: index + 1, source, boxes }];
    }
    return [];
  });
}

function openArchive(source: ByteSource, kind: ArchiveKind, limits: Limits): OpenArchive {
  return { source, limits, index: readArchiveIndex(source, limits, kind) };
}

async function readAcbfEntry(
  archive: OpenArchive,
  pages: readonly ImportPage[],
): Promise<FoundPanels | undefined> {
  const entry = archive.index.entries.find(({ name }) => isAcbfName(name) && !isJunk(name));
  if (!entry) return undefined;
  return readAcbf(await readEntry(archive, entry), { name: entry.name, pages, limits: archive.limits });
}

/** Reads the documents of a package that are stored or deflated. */
function readPackage(archive: OpenArchive, pages: readonly ImportPage[]): FoundPanels {
  const byName = mapEntries(archive.index);
  if (!byName.has(manifestName)) return new Map();
  const read = (name: string) => {
    const entry = byName.get(name);
    return entry && readEntryNow(archive, entry);
  };
  return readGuidedNavigation({ pages, read });
}

async function orNone<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
