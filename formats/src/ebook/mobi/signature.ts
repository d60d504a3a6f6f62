// Detects Palm databases by type and creator, and unsupported formats of the same vendors.
import { hasMark } from '../../bytes.ts';

const typeAt = 60;

export const isMobiStart = (head: Uint8Array): boolean =>
  hasMark(head, typeAt, 'BOOKMOBI') || hasMark(head, typeAt, 'TEXtREAd');
