// Hashes of ASP.NET Core Identity: Base64 of a version byte and a payload. Version 0 is PBKDF2 with HMAC-SHA-1 and
// 1,000 rounds. Version 1 contains digest, rounds and salt length as four big-endian bytes each.
import { digests, fitsPbkdf2, maxRounds } from './derived-keys.ts';
import type { Scheme } from './scheme.ts';

const headBytes = 13;
const salts = { min: 8, max: 128 };
const keys = { min: 16, max: 128 };

export const aspNet: Scheme = {
  findCost(hash) {
    const parts = read(hash);
    return parts && `pbkdf2:${parts.digest}:${parts.rounds}:${parts.key.length}`;
  },
  async verify(hash, password) {
    const parts = read(hash);
    return parts !== undefined && (await fitsPbkdf2(password, parts));
  },
};

function read(hash: string) {
  if (hash.length > 512 || !/^[A-Za-z0-9+/]+={0,2}$/.test(hash)) return undefined;
  const bytes = Buffer.from(hash, 'base64');
  if (bytes[0] === 0 && bytes.length === 49)
    return { digest: 'sha1', rounds: 1_000, salt: bytes.subarray(1, 17), key: bytes.subarray(17) };
  if (bytes[0] !== 1 || bytes.length < headBytes) return undefined;
  const digest = digests[bytes.readUInt32BE(1)];
  const rounds = bytes.readUInt32BE(5);
  const saltBytes = bytes.readUInt32BE(9);
  const keyBytes = bytes.length - headBytes - saltBytes;
  const isPlausible =
    rounds >= 1 &&
    rounds <= maxRounds &&
    saltBytes >= salts.min &&
    saltBytes <= salts.max &&
    keyBytes >= keys.min &&
    keyBytes <= keys.max;
  if (digest === undefined || !isPlausible) return undefined;
  const saltEnd = headBytes + saltBytes;
  return { digest, rounds, salt: bytes.subarray(headBytes, saltEnd), key: bytes.subarray(saltEnd) };
}
