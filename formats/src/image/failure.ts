// How decoding and encoding of pictures fails: as the caller's kind of book error, with a reason.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';

/** What a picture was needed for, which is the kind of the error when it cannot be decoded. */
export type ImagePurpose = 'thumbnail' | 'page_extraction';

export interface ImageContext {
  purpose: ImagePurpose;
  limits: Limits;
}

export function undecodable(purpose: ImagePurpose, message: string, cause?: unknown): FormatError {
  return new FormatError(purpose, message, { reason: 'undecodable', cause });
}

export function tooLarge(purpose: ImagePurpose, message: string): FormatError {
  return new FormatError(purpose, message, { reason: 'too_large' });
}
