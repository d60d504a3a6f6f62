// Types of the result of reading a whole book.
import type { ComicFormat } from '../archive/readers.ts';
import type { BookContent } from '../content.ts';
import type { EbookFormat } from '../ebook/types.ts';
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import type { FileSource } from '../source.ts';

/** Format of a file by its content. */
export type BookFormat = ComicFormat | EbookFormat | 'epub' | 'pdf';

export interface BookRequest {
  source: FileSource;
  limits: Limits;
  /** Called regularly during long work. */
  onLife(): void;
}

/** A book as read by the reader of its format. */
export interface BookRead {
  pageCount: number;
  /** Null if there is nothing to serve. */
  content: BookContent | null;
  metadata: EmbeddedMetadata | null;
  /** Identifies the pages without names and metadata (hash/page-fingerprint.ts). Null if the format has none. */
  pageHash: string | null;
  /** Errors that leave the rest of the book readable, and the error that does not. */
  faults: FormatError[];
}

/** Returns the result for a book of which nothing can be shown. */
export function unreadable(fault: FormatError, metadata: EmbeddedMetadata | null = null): BookRead {
  return { pageCount: 0, content: null, metadata, pageHash: null, faults: [fault] };
}

/** Runs `read`. A FormatError is added to `faults`, and the result is then undefined. */
export function recordFailure<T>(faults: FormatError[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    faults.push(error);
    return undefined;
  }
}

/** Converts an error to a metadata error: the book is readable without its metadata. */
export function asMetadataFault({ message, entry, reason, cause }: FormatError): FormatError {
  return new FormatError('metadata', message, {
    cause,
    ...(entry !== undefined && { entry }),
    ...(reason !== undefined && { reason }),
  });
}
