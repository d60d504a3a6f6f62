// The result of parsing a book's file, as a worker process sends it to the server.
import type { FileFormat } from '@lectern/contract/values';
import type { FormatErrorKind } from '@lectern/formats/error';
import type { EmbeddedMetadata } from '@lectern/formats/metadata';

/** A file to read: a path below a root, both as text (infrastructure/files/names.ts). */
export interface FileToRead {
  root: string;
  relativePath: string;
  /** Names of its sidecar files, those with precedence first. */
  sidecars?: readonly string[];
}

export interface ReadSettings {
  hashing: 'fingerprint' | 'full';
}

export interface Fault {
  kind: FormatErrorKind;
  message: string;
  entry?: string;
  reason?: string;
}

export interface BookReading {
  /** By content; null when it is not supported. */
  format: FileFormat | null;
  sizeBytes: number;
  modifiedUs: number;
  /** Empty when the file could not be read. */
  fileHash: string;
  readerHash: string | null;
  pageCount: number;
  /** formats/content.ts; null when there is nothing to serve. */
  content: Uint8Array | null;
  metadata: EmbeddedMetadata | null;
  faults: Fault[];
  /** The page list was read. */
  isReadable: boolean;
}

/** The file was missing, or kept changing: left to the next scan. */
interface NotRead {
  isMissing: boolean;
}

export type ReadResult = BookReading | NotRead;

/** The result for a file that could not be read; its error says why. */
export const toUnread = (fault: Fault): BookReading => ({
  format: null,
  sizeBytes: 0,
  modifiedUs: 0,
  fileHash: '',
  readerHash: null,
  pageCount: 0,
  content: null,
  metadata: null,
  isReadable: false,
  faults: [fault],
});

/** Backups of the server are never books: they hold everybody's accounts. */
export const isBackup = ({ faults }: BookReading): boolean =>
  faults.some(({ reason }) => reason === 'backup');

export const wasRead = (result: ReadResult): result is BookReading => 'fileHash' in result;
