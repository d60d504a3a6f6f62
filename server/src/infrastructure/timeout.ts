// A time limit for promises.
/** Returns the value, or undefined after this time. */
export async function inTime<T>(value: Promise<T>, ms: number): Promise<T | undefined> {
  const tooLate = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => tooLate.resolve(undefined), ms);
  return Promise.race([value, tooLate.promise]).finally(() => clearTimeout(timer));
}
