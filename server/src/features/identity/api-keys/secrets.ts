// The secret of an API key: made, recognised, hashed. 256 random bits need no slow hash.
import { hash, randomBytes } from 'node:crypto';

const mark = 'lec_';
const shownLength = mark.length + 8;

export interface KeySecret {
  /** What the user keeps: `lec_` and 43 characters. */
  key: string;
  /** What is shown of it afterwards. */
  keyPrefix: string;
  keyHash: string;
  digestHash: string;
}

export function createKeySecret(): KeySecret {
  const key = mark + randomBytes(32).toString('base64url');
  return {
    key,
    keyPrefix: key.slice(0, shownLength),
    keyHash: hashKey(key),
    digestHash: hashKey(hash('md5', key, 'hex')),
  };
}

/** Has the form of a key; what has not is not looked up. */
export const isKey = (text: string): boolean => /^lec_[\w-]{43}$/.test(text);

/** SHA-256 in hex. It is found by an index: no comparison runs over the secret itself. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex');
