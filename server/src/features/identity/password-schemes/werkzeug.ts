// Hashes of Werkzeug, a library of many Python web programs: `method$salt$key`, with the salt as text and the key in
// hexadecimal. The method is `scrypt:N:r:p` or `pbkdf2:digest:rounds`.
import { digests, fitsPbkdf2, fitsScrypt, maxRounds } from './derived-keys.ts';
import { readNumber, type Scheme } from './scheme.ts';

export const werkzeug: Scheme = {
  findCost(hash) {
    const parts = read(hash);
    return parts && `${parts.method}:${parts.key.length}`;
  },
  async verify(hash, password) {
    const parts = read(hash);
    return parts !== undefined && (await parts.fits(password));
  },
};

function read(hash: string) {
  const [method = '', saltText = '', digits = '', ...more] = hash.split('$');
  if (hash.length > 512 || more.length > 0 || !/^(?:[0-9a-f]{2}){16,128}$/.test(digits)) return undefined;
  const salt = Buffer.from(saltText);
  const key = Buffer.from(digits, 'hex');
  const [name, ...parameters] = method.split(':');
  const fits =
    name === 'scrypt'
      ? readScrypt(parameters, salt, key)
      : name === 'pbkdf2'
        ? readPbkdf2(parameters, salt, key)
        : undefined;
  return fits && { method, key, fits };
}

function readScrypt([n, r, p, ...more]: string[], salt: Buffer, key: Buffer) {
  const cost = readNumber(n, 2, 65_536);
  const blockSize = readNumber(r, 1, 8);
  const parallelization = readNumber(p, 1, 4);
  if (cost === undefined || blockSize === undefined || parallelization === undefined) return undefined;
  if (more.length > 0 || !Number.isInteger(Math.log2(cost)) || cost * blockSize > 32_768 * 8)
    return undefined;
  return (password: string) => fitsScrypt(password, { cost, blockSize, parallelization, salt, key });
}

function readPbkdf2([digest, count, ...more]: string[], salt: Buffer, key: Buffer) {
  const rounds = readNumber(count, 1, maxRounds);
  const isKnown = digests.some((known) => known === digest);
  if (digest === undefined || !isKnown || rounds === undefined || more.length > 0) return undefined;
  return (password: string) => fitsPbkdf2(password, { digest, rounds, salt, key });
}
