// bcrypt: `$2a$10$` and 53 characters of salt and key. Only the first 72 bytes of a password count.
import { BcryptThread } from './bcrypt-thread.ts';
import { readNumber, type Scheme } from './scheme.ts';

const pattern = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const rounds = { min: 4, max: 14 };

const thread = new BcryptThread();

export const bcrypt: Scheme = {
  findCost(hash) {
    const cost = readNumber(pattern.exec(hash)?.[1], rounds.min, rounds.max);
    return cost === undefined ? undefined : `bcrypt:${cost}`;
  },
  verify: (hash, password) => thread.verify(hash, password),
};
