// The archive interface of the EPUB reader, and the lookup of entries by reference.
import { FormatError } from '../error.ts';
import type { EntryHref } from '../opf/href.ts';

export interface EpubEntry {
  /** Forward slashes; untrusted. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Packed size in the archive. */
  readonly packedBytes: number;
}

/** An opened archive, independent of its reader. */
export interface EpubArchive {
  readonly entries: readonly EpubEntry[];
  /**
   * Returns the content of one of `entries`. Throws FormatError if it is unreadable or larger than
   * `maxBytes`.
   */
  read(entry: EpubEntry, maxBytes: number): Uint8Array;
}

/** Returns the entry of a resolved reference, or undefined. */
export type FindEntry = (href: EntryHref) => EpubEntry | undefined;

/**
 * Looks for the exact name first, percent-decoded and as written, then for names that differ in case or in
 * Unicode normalization. The first of several entries with the same name wins.
 */
export function createFinder(archive: EpubArchive): FindEntry {
  const exact = mapBy(archive.entries, (name) => name);
  let folded: ReadonlyMap<string, EpubEntry> | undefined;
  return ({ name, encodedName }) => {
    const found = exact.get(name) ?? (encodedName === undefined ? undefined : exact.get(encodedName));
    if (found !== undefined) return found;
    // Few books reach this.
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

/** Runs `read`. Converts a FormatError to kind `parser`: without this document the book is unreadable. */
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

/** Runs `read`. Returns undefined for a FormatError: the book is readable without this document. */
export function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
