// Errors of image decoding and encoding, with the caller's error kind and a reason.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';

/** Purpose of an image. It is the kind of the error if the image cannot be decoded. */
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
