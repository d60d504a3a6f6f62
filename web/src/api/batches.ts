// Splits lists into batches of the API's maximum size, and limits the number of parallel calls.

/** Maximum number of items of a bulk route (contract/src/libraries/bulk.ts). */
export const batchSize = 1_000;
const concurrency = 4;

export async function inBatches<T>(all: readonly T[], work: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += batchSize) await work(all.slice(at, at + batchSize));
}

export async function forEachConcurrently<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...all];
  const next = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: concurrency }, next));
}
