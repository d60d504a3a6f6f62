// Secrets of links that grant something once. Only their hash is stored.
import { createHash, randomBytes } from 'node:crypto';

export interface LinkSecret {
  /** 256 random bits in 43 characters that need no encoding in a URL. */
  secret: string;
  hash: string;
}

export function createLinkSecret(): LinkSecret {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashLinkSecret(secret) };
}

/** SHA-256, hex. A fast hash is enough for a random secret. */
export const hashLinkSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
