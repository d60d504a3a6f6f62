// Limits for converting text books to EPUB, in addition to the limits of all formats.
import { FormatError } from '../error.ts';

const MiB = 1024 * 1024;

export const ebookLimits = {
  /** Size of the file. `maxTextBytes` is the size of the unpacked text. */
  maxFileBytes: 1024 * MiB,
  maxTextBytes: 64 * MiB,
  /** Size of one image or font. `maxResourcesBytes` is the total size. */
  maxResourceBytes: 32 * MiB,
  maxResourcesBytes: 256 * MiB,
  maxResources: 20_000,
  /** Maximum nesting of elements. Deeper elements are removed, but not their text. */
  maxDepth: 200,
  /** Maximum number of simultaneously open elements. */
  maxOpen: 1_000,
  maxElements: 3_000_000,
  /** The package document of the EPUB stays below `maxDocumentBytes` of the common limits. */
  maxDocuments: 30_000,
  maxTocEntries: 20_000,
} as const;

export const damaged = (message: string, cause?: unknown): FormatError =>
  new FormatError('parser', message, { reason: 'damaged', cause });

export const tooLarge = (message = 'The book is too large'): FormatError =>
  new FormatError('parser', message, { reason: 'too_large' });

export const tooDeep = (): FormatError =>
  new FormatError('parser', 'The book is nested too deeply', { reason: 'too_deep' });

export const locked = (message = 'The book is protected by rights management'): FormatError =>
  new FormatError('parser', message, { reason: 'encrypted' });
