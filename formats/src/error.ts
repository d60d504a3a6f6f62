// The one error that readers of untrusted bytes throw. Its kinds are the specification's book error types
//, so that a parser's error is the book error.

/** What went wrong with a book, in the specification's words. */
export type FormatErrorKind =
  | 'format_detection'
  | 'parser'
  | 'metadata'
  | 'thumbnail'
  | 'page_extraction'
  | 'pdf_rendering'
  | 'zero_pages'
  | 'other';

export interface FormatErrorDetails {
  /** Name of the archive entry, page or element at fault. */
  entry?: string;
  /** A stable word for programs: encrypted, too_large, unsupported_method, crc_mismatch, truncated, … */
  reason?: string;
  cause?: unknown;
}

/** A fault of the file, never of the program. `message` is one sentence for people, without a path. */
export class FormatError extends Error {
  readonly kind: FormatErrorKind;
  readonly entry: string | undefined;
  readonly reason: string | undefined;

  constructor(kind: FormatErrorKind, message: string, details: FormatErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'FormatError';
    this.kind = kind;
    this.entry = details.entry;
    this.reason = details.reason;
  }
}
