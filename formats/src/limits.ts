// Limits for reading hostile files. The defaults exceed real archives, documents and images by a wide margin.
// Exceeding a limit throws a FormatError with reason `too_large`.

export interface Limits {
  /** Entries of an archive, including folders and junk. */
  maxEntries: number;
  /** Bytes of the archive's own index (central directory, headers). */
  maxIndexBytes: number;
  /** Uncompressed bytes of one entry. */
  maxEntryBytes: number;
  /** Uncompressed bytes of an archive that must be unpacked as a whole (solid RAR). */
  maxUnpackedBytes: number;
  /** Ratio of uncompressed to compressed bytes, checked once an entry exceeds `ratioFreeBytes`. */
  maxRatio: number;
  ratioFreeBytes: number;
  /** Bytes of a stored entry name. Longer names are shortened for display, not refused. */
  maxNameBytes: number;
  /** Bytes of an XML or JSON document. */
  maxDocumentBytes: number;
  /** Nesting depth of XML elements. */
  maxXmlDepth: number;
  /** Elements of one XML document. */
  maxXmlElements: number;
  /** Characters kept of one text value of a document. */
  maxTextLength: number;
  /** Pixels of a decoded image, and pixels of one side. */
  maxPixels: number;
  maxImageSide: number;
  /** Pages of a PDF, or positions of an EPUB. */
  maxPages: number;
}

const MiB = 1024 * 1024;

export const defaultLimits: Limits = {
  maxEntries: 100_000,
  maxIndexBytes: 64 * MiB,
  maxEntryBytes: 128 * MiB,
  maxUnpackedBytes: 4096 * MiB,
  maxRatio: 200,
  ratioFreeBytes: 10 * MiB,
  maxNameBytes: 1024,
  maxDocumentBytes: 5 * MiB,
  maxXmlDepth: 64,
  maxXmlElements: 250_000,
  maxTextLength: 100_000,
  maxPixels: 100_000_000,
  maxImageSide: 65_535,
  maxPages: 50_000,
};
