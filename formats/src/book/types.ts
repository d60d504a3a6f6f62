// What reading a whole book gives.
import type { ComicFormat } from '../archive/readers.ts';
import type { BookContent } from '../content.ts';
import type { EbookFormat } from '../ebook/types.ts';
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import type { FileSource } from '../source.ts';

/** What a file is by its content. */
export type BookFormat = ComicFormat | EbookFormat | 'epub' | 'pdf';

export interface BookRequest {
  source: FileSource;
  limits: Limits;
  /** Called while long work goes on. */
  onLife(): void;
}

/** A book as its format's reader sees it. */
export interface BookRead {
  pageCount: number;
  /** Null when there is nothing to serve. */
  content: BookContent | null;
  metadata: EmbeddedMetadata | null;
  /** Faults that leave the rest of the book readable, and the one that does not. */
  faults: FormatError[];
}

/** A book of which nothing can be shown. */
export function unreadable(fault: FormatError, metadata: EmbeddedMetadata | null = null): BookRead {
  return { pageCount: 0, content: null, metadata, faults: [fault] };
}

/** Runs `read`; a fault of the file goes to `faults` and gives undefined. */
export function recordFailure<T>(faults: FormatError[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    faults.push(error);
    return undefined;
  }
}

/** The same fault as one of the metadata: the book is readable without. */
export function asMetadataFault({ message, entry, reason, cause }: FormatError): FormatError {
  return new FormatError('metadata', message, {
    cause,
    ...(entry !== undefined && { entry }),
    ...(reason !== undefined && { reason }),
  });
}
