// Signatures of text formats for format detection. The readers are in readers.ts.
import { isFictionBookStart } from './fb2/start.ts';
import { isMobiStart } from './mobi/start.ts';

const starts = [
  ['fb2', isFictionBookStart],
  ['mobi', isMobiStart],
] as const;

export type MarkedEbook = (typeof starts)[number][0];

/** Returns the format of a file by its first bytes (4 KiB), or undefined. */
export const findMarkedEbook = (head: Uint8Array): MarkedEbook | undefined =>
  starts.find(([, isStart]) => isStart(head))?.[0];
