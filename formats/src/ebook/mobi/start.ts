// What a Palm database is by its type and creator, and other formats of the same shops that no free reader knows.
import { hasMark } from '../../bytes.ts';

const typeAt = 60;

export const isMobiStart = (head: Uint8Array): boolean =>
  hasMark(head, typeAt, 'BOOKMOBI') || hasMark(head, typeAt, 'TEXtREAd');
