// How much of a hostile file we are willing to look at. Defaults answer archives, documents and images as they
// exist in real libraries with room to spare; whatever exceeds one is a FormatError with reason `too_large`.

export interface Limits {
  /** Entries of an archive, folders and junk included. */
  maxEntries: number;
  /** Bytes of the archive's own index (central directory, headers). */
  maxIndexBytes: number;
  /** Inflated bytes of one entry. */
  maxEntryBytes: number;
  /** Inflated bytes of an archive that has to be unpacked as a whole (solid RAR). */
  maxUnpackedBytes: number;
  /** Inflated : stored, applied once an entry has inflated beyond `ratioFreeBytes`. */
  maxRatio: number;
  ratioFreeBytes: number;
  /** Bytes of an entry name as stored. Longer names are cut for display, never refused. */
  maxNameBytes: number;
  /** Bytes of an XML or JSON document. */
  maxDocumentBytes: number;
  /** Depth of XML elements. */
  maxXmlDepth: number;
  /** Elements of one XML document. */
  maxXmlElements: number;
  /** Characters kept of one text value taken from a document. */
  maxTextLength: number;
  /** Pixels of an image that we decode; one side of it. */
  maxPixels: number;
  maxImageSide: number;
  /** Pages of a PDF and positions of an EPUB that we list. */
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
