// Choices of the fuzz, the same for the same seed.
import { createRandom } from '../conditions/random.ts';

export interface Dice {
  /** True so often: 0 to 1. */
  chance(probability: number): boolean;
  /** From 0 up to and without `end`. */
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
      if (from.length === 0) throw new Error('There is nothing to choose from');
      return from[below(from.length)] as T;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
