// A password scheme of another program.
export interface Scheme {
  /**
   * Returns the cost of verifying this hash as a text: equal texts mean equal cost. Undefined for a damaged hash, or
   * one that is more expensive than any program requires.
   */
  findCost(hash: string): string | undefined;
  /** Requires a hash with a cost. The password is not normalized, because other programs do not normalize it. */
  verify(hash: string, password: string): Promise<boolean>;
}

/** Parses a whole number of decimal digits. Undefined for other texts and for numbers out of range. */
export function readNumber(text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}
