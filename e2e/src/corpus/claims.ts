// A fact with the value that the API returns.

export interface Claim {
  fact: string;
  found: unknown;
  expected: unknown;
}

export const claim = (fact: string, found: unknown, expected: unknown): Claim => ({ fact, found, expected });

export const holds = ({ found, expected }: Claim): boolean =>
  JSON.stringify(found ?? null) === JSON.stringify(expected ?? null);
