// Argon2id hashes of other programs, as PHC strings. Our own hashes are in ../users/passwords.ts.
import { verify } from '@node-rs/argon2';
import { readNumber, type Scheme } from './scheme.ts';

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[\w+/]{11,171}\$[\w+/]{16,171}$/;

/** KiB times passes: the default of PHP (64 MiB, 4 passes), and about seven times the work of one of our own hashes. */
const maxWork = 262_144;

export const argon2: Scheme = {
  findCost(hash) {
    const [, memory, passes, lanes] = pattern.exec(hash) ?? [];
    const work = (readNumber(memory, 8, 131_072) ?? Infinity) * (readNumber(passes, 1, 10) ?? Infinity);
    const isBounded = work <= maxWork && readNumber(lanes, 1, 8) !== undefined;
    return isBounded ? `argon2id:${memory}:${passes}:${lanes}` : undefined;
  },
  verify: (hash, password) => verify(hash, password),
};
