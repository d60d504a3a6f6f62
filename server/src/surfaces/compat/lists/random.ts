// The order of `sort=random`. Clients do not know the seed, so the server stores it: the first page draws a seed, and
// further pages use it.
import { hash, randomInt } from 'node:crypto';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import type { Target } from '../conditions/build.ts';

const maxSeeds = 10_000;

export type Seeds = (target: Target, viewer: Viewer, page: number) => number;

export function createSeeds(): Seeds {
  const seeds = createRecent<number>(maxSeeds);
  return (target, { userId }, page) => {
    const key = `${target} ${userId}`;
    if (page === 0) seeds.set(key, randomInt(0x1_0000_0000));
    return seeds.get(key) ?? Number.parseInt(hash('sha256', userId).slice(0, 8), 16);
  };
}
