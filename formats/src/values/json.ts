// Reads members of untrusted JSON sidecars and comments.
import { FormatError } from '../error.ts';
import { toLine } from './text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns the object of a JSON text, or undefined if it contains another value. Throws FormatError
 * `metadata`.
 */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    return toJsonObject(JSON.parse(text));
  } catch (cause) {
    throw new FormatError('metadata', 'The JSON document is not well-formed', { reason: 'malformed', cause });
  }
}

export function toJsonObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a string member, or a number member as its digits; undefined for all other values. */
export function jsonText(object: JsonObject | undefined, key: string): string | undefined {
  const value = object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** Returns a member as a one-line text. */
export function jsonLine(object: JsonObject | undefined, key: string): string | undefined {
  return toLine(jsonText(object, key) ?? '');
}

/** Returns a list member; an empty list for all other values. */
export function jsonList(object: JsonObject | undefined, key: string): readonly unknown[] {
  const value = object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
  return Array.isArray(value) ? value : [];
}
