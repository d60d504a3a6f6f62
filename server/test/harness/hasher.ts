// Password hashes in the real format with minimal cost, because tests sign in hundreds of times.
import { createHash } from 'node:crypto';
import type { Hasher } from '#features/identity/users/index.ts';

export interface CountingHasher extends Hasher {
  /** Number of hashes computed so far. */
  readonly count: number;
}

export function createFastHasher(): CountingHasher {
  let count = 0;
  const digest = (password: string) =>
    createHash('sha256').update(password).digest('base64').replace(/=+$/, '');
  return {
    get count() {
      return count;
    },
    async hash(password, { memoryCost, timeCost, parallelism }) {
      count++;
      const parameters = `m=${memoryCost},t=${timeCost},p=${parallelism}`;
      return `$argon2id$v=19$${parameters}$${'c2FsdHNhbHRzYWx0c2FsdA'}$${digest(password)}`;
    },
    async verify(hash, password) {
      count++;
      return hash.endsWith(`$${digest(password)}`);
    },
  };
}
