// Helpers for objects with unknown keys, or with keys that are known more precisely than `Object.keys` returns. Has no
// imports.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an empty object for values that are not objects. */
export const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** Keys of a plain object whose type lists all of its keys. */
export function keysOf<T extends object>(object: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = [];
  for (const key in object) keys.push(key);
  return keys;
}

export const isKeyOf = <T extends object>(object: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(object, key);
