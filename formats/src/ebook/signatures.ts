// Signatures of text formats for format detection. The readers are in readers.ts.
import { isFictionBookStart } from './fb2/signature.ts';
import { isMobiStart } from './mobi/signature.ts';

const starts = [
  ['fb2', isFictionBookStart],
  ['mobi', isMobiStart],
] as const;

export type SignedEbookKind = (typeof starts)[number][0];

/** Returns the format of a file by its first bytes (4 KiB), or undefined. */
export const findEbookBySignature = (head: Uint8Array): SignedEbookKind | undefined =>
  starts.find(([, isStart]) => isStart(head))?.[0];
