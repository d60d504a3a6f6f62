// Splits many ids into batches that the API takes, and limits how many calls run at once.

/** The most ids that a bulk route takes (contract/src/bulk.ts). */
export const portion = 1_000;
const sideBySide = 4;

export async function inPortions(
  ids: readonly string[],
  work: (ids: string[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < ids.length; at += portion) await work(ids.slice(at, at + portion));
}

export async function oneByOne<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = [...all];
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: sideBySide }, next));
}
