// Random secrets that callers present later, such as tokens of sessions, keys and links. Only their hashes are stored.
import { hash, randomBytes } from 'node:crypto';

/** 256 random bits in 43 characters that need no encoding in a URL. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256, hex. A fast hash is enough for a random secret. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');
