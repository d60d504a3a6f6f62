// Objects whose keys are not known beforehand, or are known better than `Object.keys` says. It imports nothing.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is no object has no properties. */
export const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** Of a plain object whose type names all of its keys. */
export function keysOf<T extends object>(object: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = [];
  for (const key in object) keys.push(key);
  return keys;
}

export const isKeyOf = <T extends object>(object: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(object, key);
