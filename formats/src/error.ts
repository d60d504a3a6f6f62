// The error class for untrusted files. Its kinds are the types of book errors in the API.

export type FormatErrorKind =
  | 'format_detection'
  | 'parser'
  | 'metadata'
  | 'thumbnail'
  | 'page_extraction'
  | 'pdf_rendering'
  | 'zero_pages'
  | 'other';

/** Specific causes, stable for programs. */
export const formatReasons = [
  'backup',
  'crashed',
  'crc_mismatch',
  'damaged',
  'doctype',
  'empty',
  'encrypted',
  'link',
  'malformed',
  'missing_container',
  'missing_items',
  'missing_package',
  'missing_volume',
  'multi_volume',
  'overlap',
  'signed',
  'too_deep',
  'too_large',
  'truncated',
  'undecodable',
  'unknown_format',
  'unreadable',
  'unsupported_format',
  'unsupported_method',
] as const;
export type FormatReason = (typeof formatReasons)[number];

export interface FormatErrorDetails {
  /** Name of the affected archive entry, page or element. */
  entry?: string;
  reason?: FormatReason;
  cause?: unknown;
}

/** An error in a file, never in the program. `message` is one sentence for users, without a path. */
export class FormatError extends Error {
  readonly kind: FormatErrorKind;
  readonly entry: string | undefined;
  readonly reason: FormatReason | undefined;

  constructor(kind: FormatErrorKind, message: string, details: FormatErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'FormatError';
    this.kind = kind;
    this.entry = details.entry;
    this.reason = details.reason;
  }
}

/** Returns a FormatError and rethrows any other error. */
export function toFormatError(error: unknown): FormatError {
  if (error instanceof FormatError) return error;
  throw error;
}

/** Returns the result of `work`, or the FormatError that it throws. */
export function settle<T>(work: () => T): T | FormatError {
  try {
    return work();
  } catch (error) {
    return toFormatError(error);
  }
}
