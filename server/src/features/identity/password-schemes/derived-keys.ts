// Keys derived from passwords, computed on libuv's threads and compared in constant time.
import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

export const digests = ['sha1', 'sha256', 'sha512'] as const;

/** Maximum number of rounds. Some programs use a million. */
export const maxRounds = 2_000_000;

/** scrypt with these parameters needs 32 MiB of memory, more than the default limit of Node.js. */
const maxScryptBytes = 64 * 1024 * 1024;

const derive = promisify(pbkdf2);

interface Pbkdf2 {
  digest: string;
  rounds: number;
  salt: Buffer;
  key: Buffer;
}

export async function fitsPbkdf2(password: string, { digest, rounds, salt, key }: Pbkdf2): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt, rounds, key.length, digest), key);
}

interface Scrypt {
  cost: number;
  blockSize: number;
  parallelization: number;
  salt: Buffer;
  key: Buffer;
}

export const fitsScrypt = (password: string, { salt, key, ...options }: Scrypt): Promise<boolean> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, key.length, { ...options, maxmem: maxScryptBytes }, (error, derived) =>
      error ? reject(error) : resolve(timingSafeEqual(derived, key)),
    );
  });
