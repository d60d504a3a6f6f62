// What a reader of a format of text gives: little for a scan, everything for the EPUB that is made of it.
import type { OpenArchive } from '../archive/read.ts';
import type { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import type { ByteSource } from '../source.ts';

/** Of books that become an EPUB. */
export type EbookFormat = 'fb2' | 'fbz' | 'mobi' | 'azw3' | 'txt' | 'md' | 'htmlz' | 'txtz';

export interface EbookRequest {
  source: ByteSource;
  limits: Limits;
  /** Without its folder: what no content says, such as the title of a plain text. */
  fileName: string;
  /** The zip that it is, or is in. */
  archive?: OpenArchive;
}

/** What a scan needs to know: nothing is unpacked for it that need not be. */
export interface EbookOutline {
  /** Where the reader tells formats apart. */
  format?: EbookFormat;
  metadata: EmbeddedMetadata | null;
  /** About how long the text is, markup included, unpacked: pages are counted by it. */
  textBytes: number;
  hasCover: boolean;
  /** Why the text cannot be read (rights management), although the rest can. */
  lock?: FormatError;
  /** What is wrong and leaves the book readable. */
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
  /** What stands between `<body>` and `</body>`, well-formed. */
  body: string;
  /** Paths of its style sheets. */
  styles: readonly string[];
}

export interface EbookTocEntry {
  title: string;
  /** Path in the EPUB, with a fragment perhaps. */
  href: string;
  children: EbookTocEntry[];
}

/** A book taken apart, as the writer of EPUBs wants it. */
export interface EbookParts {
  metadata: EmbeddedMetadata | null;
  documents: EbookDocument[];
  resources: EbookResource[];
  toc: EbookTocEntry[];
  /** Path of the cover image, one of `resources`. */
  cover?: string | undefined;
  /** Pages are pictures of a fixed size. */
  isFixed?: boolean;
  /** Pixels of such pages. */
  viewport?: { width: number; height: number } | undefined;
  progression?: 'ltr' | 'rtl' | undefined;
}

export interface EbookReader {
  /** Throws FormatError: `parser` for what cannot be read at all. */
  outline(request: EbookRequest): EbookOutline | Promise<EbookOutline>;
  /** The cover's bytes, not yet looked at. Throws FormatError. */
  readCover(request: EbookRequest): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  /** Throws FormatError `parser`. */
  takeApart(request: EbookRequest): EbookParts | Promise<EbookParts>;
}
