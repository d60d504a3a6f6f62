// How much of a hostile book of text we are willing to turn into an EPUB, beyond the limits of all formats.
import { FormatError } from '../error.ts';

const MiB = 1024 * 1024;

export const ebookLimits = {
  /** Of the file, and of its text once it is unpacked. */
  maxFileBytes: 1024 * MiB,
  maxTextBytes: 64 * MiB,
  /** Of one picture or font, and of all. */
  maxResourceBytes: 32 * MiB,
  maxResourcesBytes: 256 * MiB,
  maxResources: 20_000,
  /** Of the nesting that is kept; what is nested deeper keeps its text. */
  maxDepth: 200,
  /** Elements open at once. */
  maxOpen: 2_000,
  maxElements: 3_000_000,
  maxDocuments: 5_000,
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
