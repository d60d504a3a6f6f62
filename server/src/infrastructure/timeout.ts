// Waiting for something, but not for ever.
/** The value, or undefined when it takes longer than this. */
export async function inTime<T>(value: Promise<T>, ms: number): Promise<T | undefined> {
  const tooLate = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => tooLate.resolve(undefined), ms);
  return Promise.race([value, tooLate.promise]).finally(() => clearTimeout(timer));
}
