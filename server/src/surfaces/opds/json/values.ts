// JSON without blanks: OPDS 2.0 forbids null, empty texts, lists and objects.

export type Json = { readonly [key: string]: unknown };

/** A single value stands for itself. */
export const toList = <T>(list: readonly T[]): T | readonly T[] => {
  const [only] = list;
  return list.length === 1 && only !== undefined ? only : list;
};

/** The text of the document; whatever is blank is left out, however deep, but for the keys that are named. */
export const toJsonText = (value: Json, kept: readonly string[] = []): string =>
  JSON.stringify(prune(value, kept));

function prune(value: unknown, kept: readonly string[]): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map((one) => prune(one, [])).filter((one) => !isBlank(one));
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).map(([key, one]) => [key, prune(one, [])] as const);
  return Object.fromEntries(pairs.filter(([key, one]) => kept.includes(key) || !isBlank(one)));
}

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
