// JSON without blanks: OPDS 2.0 forbids null, empty texts, lists and objects.

export type Json = { readonly [key: string]: unknown };

/** A single value stands for itself. */
export const toList = <T>(list: readonly T[]): T | readonly T[] => {
  const [only] = list;
  return list.length === 1 && only !== undefined ? only : list;
};

/** The text of the document; whatever is blank is left out, however deep. */
export const toJsonText = (value: Json): string => JSON.stringify(prune(value));

function prune(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(prune).filter((one) => !isBlank(one));
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).map(([key, one]) => [key, prune(one)] as const);
  return Object.fromEntries(pairs.filter(([, one]) => !isBlank(one)));
}

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
