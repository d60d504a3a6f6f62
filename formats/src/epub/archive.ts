// What an EPUB needs of the archive that it is in, and how its references find their entries there.
import { FormatError } from '../error.ts';
import type { EntryHref } from '../opf/href.ts';

export interface EpubEntry {
  /** Forward slashes; untrusted. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Bytes that it takes in the archive. */
  readonly packedBytes: number;
}

/** An opened archive, whoever opened it. */
export interface EpubArchive {
  readonly entries: readonly EpubEntry[];
  /** The content of one of `entries`. Throws FormatError when it cannot be read or has more than `maxBytes`. */
  read(entry: EpubEntry, maxBytes: number): Uint8Array;
}

/** Finds the entry that a resolved reference means, or undefined. */
export type FindEntry = (href: EntryHref) => EpubEntry | undefined;

/**
 * Exact names first, percent-decoded and as written; then names that differ in case or in Unicode composition. Of
 * several entries with one name the first counts.
 */
export function createFinder(archive: EpubArchive): FindEntry {
  const exact = mapBy(archive.entries, (name) => name);
  let folded: ReadonlyMap<string, EpubEntry> | undefined;
  return ({ name, encodedName }) => {
    const found = exact.get(name) ?? (encodedName === undefined ? undefined : exact.get(encodedName));
    if (found !== undefined) return found;
    // Most books never get here.
    folded ??= mapBy(archive.entries, fold);
    return folded.get(fold(name));
  };
}

function mapBy(entries: readonly EpubEntry[], keyOf: (name: string) => string): Map<string, EpubEntry> {
  const map = new Map<string, EpubEntry>();
  for (const entry of entries) {
    const key = keyOf(entry.name);
    if (!map.has(key)) map.set(key, entry);
  }
  return map;
}

function fold(name: string): string {
  return name
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .normalize('NFC')
    .toLowerCase();
}

/** Runs `read`; a document that it cannot make sense of makes the whole book unreadable: `parser`. */
export function orUnreadable<T>(entry: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new FormatError('parser', cause.message, {
      entry,
      cause,
      ...(cause.reason && { reason: cause.reason }),
    });
  }
}

/** Runs `read`; undefined when it throws a FormatError: for documents that a book can be read without. */
export function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
