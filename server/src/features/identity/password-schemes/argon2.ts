// Argon2id of other programs, as PHC string. Ours are in ../users/passwords.ts.
import { verify } from '@node-rs/argon2';
import { readNumber, type Scheme } from './scheme.ts';

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[\w+/]{11,171}\$[\w+/]{16,171}$/;

export const argon2: Scheme = {
  findCost(hash) {
    const [, memory, passes, lanes] = pattern.exec(hash) ?? [];
    const isBounded =
      readNumber(memory, 8, 131_072) !== undefined &&
      readNumber(passes, 1, 10) !== undefined &&
      readNumber(lanes, 1, 8) !== undefined;
    return isBounded ? `argon2id:${memory}:${passes}:${lanes}` : undefined;
  },
  verify: (hash, password) => verify(hash, password),
};
