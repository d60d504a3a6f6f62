// The result of reading a book's file, sent from a worker process to the server.
import type { FileFormat } from '@lectern/contract/values';
import type { FormatErrorKind } from '@lectern/formats/error';
import type { EmbeddedMetadata } from '@lectern/formats/metadata';

/** A file to read: a path relative to a root, both as text (infrastructure/files/names.ts). */
export interface FileToRead {
  root: string;
  relativePath: string;
  /** Names of its sidecar files, in order of precedence. */
  sidecars?: readonly string[];
}

export interface ReadSettings {
  hashing: 'fingerprint' | 'full';
}

export interface ReadingError {
  kind: FormatErrorKind;
  message: string;
  entry?: string;
  reason?: string;
}

export interface BookReading {
  /** Detected by content; null if it is not supported. */
  format: FileFormat | null;
  sizeBytes: number;
  modifiedUs: number;
  /** Empty if the file could not be read. */
  fileHash: string;
  readerHash: string | null;
  /** Identifies the pages without names and metadata; null if the format has none. */
  pageHash: string | null;
  /** Digest of all other members except the modification time. */
  digest: string;
  pageCount: number;
  /** Encoded content (formats/content.ts); null if there is nothing to serve. */
  content: Uint8Array | null;
  metadata: EmbeddedMetadata | null;
  faults: ReadingError[];
  /** Whether the page list could be read. */
  isReadable: boolean;
}

/** The file was missing or kept changing. The next scan reads it. */
interface NotRead {
  isMissing: boolean;
}

export type ReadResult = BookReading | NotRead;

/** The result for a file that could not be read, with its error. */
export const toUnread = (fault: ReadingError): BookReading => ({
  format: null,
  sizeBytes: 0,
  modifiedUs: 0,
  fileHash: '',
  readerHash: null,
  pageHash: null,
  digest: '',
  pageCount: 0,
  content: null,
  metadata: null,
  isReadable: false,
  faults: [fault],
});

/** Backups of the server are never books, because they contain all accounts. */
export const isBackup = ({ faults }: BookReading): boolean =>
  faults.some(({ reason }) => reason === 'backup');

export const wasRead = (result: ReadResult): result is BookReading => 'fileHash' in result;
