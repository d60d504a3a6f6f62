// Random choices, reproducible by seed.
import { createRandom } from '../conditions/random.ts';

export interface Dice {
  /** Returns true with this probability, 0 to 1. */
  chance(probability: number): boolean;
  /** Returns an integer from 0 (inclusive) to `end` (exclusive). */
  below(end: number): number;
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Buffer;
}

export function createDice(seed: number): Dice {
  const random = createRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  return {
    chance: (probability) => random() < probability,
    below,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('The list of choices is empty');
      return from[below(from.length)] as T;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
