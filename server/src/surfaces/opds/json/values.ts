// JSON without empty values: OPDS 2.0 forbids null, and empty texts, lists and objects.

export type Json = { readonly [key: string]: unknown };

/** A list with one value is written as the value. */
export const toList = <T>(list: readonly T[]): T | readonly T[] => {
  const [only] = list;
  return list.length === 1 && only !== undefined ? only : list;
};

/** The JSON text without empty values, at all levels. */
export const toJsonText = (value: Json): string => JSON.stringify(prune(value) ?? {});

/** Undefined for empty values. */
function prune(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const list = value.map(prune).filter((one) => one !== undefined);
    return list.length > 0 ? list : undefined;
  }
  const kept: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    const pruned = prune(one);
    if (pruned !== undefined) kept[key] = pruned;
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}
