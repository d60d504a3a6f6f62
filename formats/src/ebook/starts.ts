// How formats of text begin, for whoever tells what a file is; what reads them is in readers.ts.
import { isFictionBookStart } from './fb2/start.ts';
import { isMobiStart } from './mobi/start.ts';

const starts = [
  ['fb2', isFictionBookStart],
  ['mobi', isMobiStart],
] as const;

export type MarkedEbook = (typeof starts)[number][0];

/** The format of a file that begins with these bytes (4 KiB); undefined for others. */
export const findMarkedEbook = (head: Uint8Array): MarkedEbook | undefined =>
  starts.find(([, isStart]) => isStart(head))?.[0];
