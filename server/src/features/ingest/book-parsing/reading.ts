// What reading a book's file gives, as it crosses from a worker process to the server.
import type { FileFormat } from '@lectern/contract/values';
import type { FormatErrorKind } from '@lectern/formats/error';
import type { EmbeddedMetadata } from '@lectern/formats/metadata';

/** A file to read: a path below a root, both as text (infrastructure/files/names.ts). */
export interface FileToRead {
  root: string;
  relativePath: string;
  /** Names of files beside it that speak for it, the one that counts most first. */
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
  /** By content; null when it is none of ours. */
  format: FileFormat | null;
  sizeBytes: number;
  modifiedUs: number;
  /** Empty when the file could not be read at all. */
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

/** The file was gone, or kept changing, when it was its turn: the next scan will see. */
interface NotRead {
  isGone: boolean;
}

export type ReadResult = BookReading | NotRead;

/** What is known of a file of which nothing could be read: the fault says why. */
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

/** Such a file is let into no library: its bytes are everybody's accounts. */
export const isBackup = ({ faults }: BookReading): boolean =>
  faults.some(({ reason }) => reason === 'backup');

export const wasRead = (result: ReadResult): result is BookReading => 'fileHash' in result;
