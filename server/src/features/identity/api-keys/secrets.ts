// The secret of an API key: creating, recognising and hashing it. 256 random bits need no slow hash.
import { hash, randomBytes } from 'node:crypto';

const mark = 'lec_';
const shownLength = mark.length + 8;

export interface KeySecret {
  /** The secret, which only the user has: `lec_` and 43 characters. */
  key: string;
  /** The part that is shown afterwards. */
  keyPrefix: string;
  keyHash: string;
  digestHash: string;
}

export function createKeySecret(): KeySecret {
  const key = mark + randomBytes(32).toString('base64url');
  return {
    key,
    keyPrefix: key.slice(0, shownLength),
    ...toHashes(key),
  };
}

/** What is kept of a key: its hash, and that of its MD5, which is all that some devices send. */
export const toHashes = (key: string): { keyHash: string; digestHash: string } => ({
  keyHash: hashKey(key),
  digestHash: hashKey(hash('md5', key, 'hex')),
});

/** Whether a text has the form of a key; others are not looked up. */
export const isKey = (text: string): boolean => /^lec_[\w-]{43}$/.test(text);

/** SHA-256 in hex. Found by an index: the secret itself is never compared. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex');
