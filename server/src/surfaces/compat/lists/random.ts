// The order of `sort=random`: the clients do not know that it has a seed, so the server keeps it. Their first page
// draws one; the further ones go on in that order.
import { hash, randomInt } from 'node:crypto';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';

const mostKept = 10_000;

export function createSeeds(): (viewer: Viewer, page: number) => number {
  const seeds = createRecent<number>(mostKept);
  return ({ userId }, page) => {
    if (page === 0) seeds.set(userId, randomInt(0x1_0000_0000));
    return seeds.get(userId) ?? Number.parseInt(hash('sha256', userId).slice(0, 8), 16);
  };
}
