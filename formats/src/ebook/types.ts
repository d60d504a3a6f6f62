// Interface of the readers of text formats: an outline for scans, and all parts for the conversion to EPUB.
import type { OpenArchive } from '../archive/read.ts';
import type { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import type { ByteSource } from '../source.ts';

/** Formats of books that are converted to EPUB. */
export type EbookFormat = 'fb2' | 'fbz' | 'mobi' | 'azw3' | 'txt' | 'md' | 'htmlz' | 'txtz';

export interface EbookRequest {
  source: ByteSource;
  limits: Limits;
  /** File name without folder, for facts that are not in the content, such as the title of a plain text. */
  fileName: string;
  /** The zip that is the book or contains it. */
  archive?: OpenArchive;
}

/** Facts for a scan. Readers unpack only what these need. */
export interface EbookOutline {
  /** Set if the reader supports several formats. */
  format?: EbookFormat;
  metadata: EmbeddedMetadata | null;
  /** Approximate length of the unpacked text with markup. It determines the number of pages. */
  textBytes: number;
  hasCover: boolean;
  /** Reason why the text cannot be read (rights management) although the metadata can. */
  lock?: FormatError;
  /** Errors that do not prevent reading the book. */
  faults?: FormatError[];
}

export interface EbookResource {
  /** Path in the EPUB. */
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

export interface EbookDocument {
  /** Path in the EPUB. */
  name: string;
  title?: string | undefined;
  /** Well-formed content of `<body>`. */
  body: string;
  /** Paths of its style sheets. */
  styles: readonly string[];
}

export interface EbookTocEntry {
  title: string;
  /** Path in the EPUB, optionally with a fragment. */
  href: string;
  children: EbookTocEntry[];
}

/** The parts of a book for the EPUB writer. */
export interface EbookParts {
  metadata: EmbeddedMetadata | null;
  documents: EbookDocument[];
  resources: EbookResource[];
  toc: EbookTocEntry[];
  /** Path of the cover image, one of `resources`. */
  cover?: string | undefined;
  /** Whether pages are images of a fixed size. */
  isFixed?: boolean;
  /** Size of such pages in pixels. */
  viewport?: { width: number; height: number } | undefined;
  progression?: 'ltr' | 'rtl' | undefined;
}

export interface EbookReader {
  /** Throws FormatError `parser` for unreadable files. */
  outline(request: EbookRequest): EbookOutline | Promise<EbookOutline>;
  /** Returns the unverified bytes of the cover. Throws FormatError. */
  readCover(request: EbookRequest): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  /** Reads all parts. Throws FormatError `parser`. */
  takeApart(request: EbookRequest): EbookParts | Promise<EbookParts>;
}
