// The secret of an API key: creation, recognition and hashing. 256 random bits need no slow hash.
import { hash } from 'node:crypto';
import { createSecret, hashSecret } from '#infrastructure/secrets/random-secrets.ts';

const mark = 'lec_';
const shownLength = mark.length + 8;

export interface KeySecret {
  /** The secret, known only to the user: `lec_` and 43 characters. */
  key: string;
  /** The part that is displayed later. */
  keyPrefix: string;
  keyHash: string;
  digestHash: string;
}

export function createKeySecret(): KeySecret {
  const key = mark + createSecret();
  return {
    key,
    keyPrefix: key.slice(0, shownLength),
    ...toHashes(key),
  };
}

/** The stored values of a key: its hash, and the hash of its MD5, which is all that some devices send. */
export const toHashes = (key: string): { keyHash: string; digestHash: string } => ({
  keyHash: hashKey(key),
  digestHash: hashKey(hash('md5', key, 'hex')),
});

/** Returns whether a text has the format of a key. Other texts are not looked up. */
export const isKey = (text: string): boolean => /^lec_[\w-]{43}$/.test(text);

/** SHA-256 in hexadecimal. Found through an index, so the secret is never compared. */
export const hashKey = (key: string): string => hashSecret(key);
