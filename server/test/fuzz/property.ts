// Runs a property of a reader of untrusted input: generates values from a seed, and shrinks a value that fails to the
// smallest one that still fails.
import fc from 'fast-check';

export interface Property {
  name: string;
  values: fc.Arbitrary<unknown>;
  /** Throws or rejects if the property does not hold for the value. */
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
  /** The smallest failing value, as text. */
  value: string;
  error: string;
}

export interface Trial {
  seed: number;
  runs: number;
  /** Maximum processor time for one value. A longer run counts as a hang. */
  maxMs?: number;
}

/** Runs the property. Returns the failure, or undefined if it holds. */
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
