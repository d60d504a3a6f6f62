// A property of something that reads what others wrote, and how one is tried: with values that grow out of each other,
// from a seed, and made as small as they can be when one shows a fault.
import fc from 'fast-check';

export interface Property {
  name: string;
  values: fc.Arbitrary<unknown>;
  /** Throws, or rejects, when the property does not hold of the value. */
  check(value: unknown): unknown;
}

export const property = <T>(
  name: string,
  values: fc.Arbitrary<T>,
  check: (value: T) => unknown,
): Property => ({
  name,
  values,
  check: (value) => check(value as T),
});

export interface Find {
  name: string;
  seed: number;
  /** The smallest value that shows it, as text. */
  value: string;
  error: string;
}

export interface Trial {
  seed: number;
  runs: number;
  /** Of processor time for one value, beyond which it counts as a hang. */
  maxMs?: number;
}

/** Tries the property; gives what was found, undefined when nothing was. */
export async function tryProperty(
  { name, values, check }: Property,
  { seed, runs, maxMs = 2_000 }: Trial,
): Promise<Find | undefined> {
  const timed = async (value: unknown) => {
    const begun = process.cpuUsage();
    await check(value);
    const { user, system } = process.cpuUsage(begun);
    if (user + system > maxMs * 1_000) throw new Error(`It took ${Math.round((user + system) / 1_000)} ms`);
  };
  const details = await fc.check(fc.asyncProperty(values, timed), { seed, numRuns: runs });
  if (!details.failed) return undefined;
  const value = fc.stringify(details.counterexample?.[0]);
  const error = details.errorInstance;
  return {
    name,
    seed,
    value,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
