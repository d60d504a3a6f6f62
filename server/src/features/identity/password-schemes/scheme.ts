// What a password scheme of another program does.
export interface Scheme {
  /**
   * What a check of this hash costs, as a text: equal texts cost the same. Undefined for a hash that is damaged, or whose
   * check would cost more than any program asks for.
   */
  findCost(hash: string): string | undefined;
  /** Of a hash with a cost. The password is taken as it was typed: other programs do not normalize. */
  verify(hash: string, password: string): Promise<boolean>;
}

/** Whole numbers in decimal digits; undefined for others and for what lies outside. */
export function readNumber(text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}
