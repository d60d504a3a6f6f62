// JSON side-cars and comments: objects whose members are looked at one by one, whatever they turn out to be.
import { FormatError } from '../error.ts';
import { toLine } from './text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a JSON text holds; undefined when it holds something else. Throws FormatError `metadata`. */
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

/** A member as text: numbers count as their digits; undefined for all else. */
export function jsonText(object: JsonObject | undefined, key: string): string | undefined {
  const value = object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** A member as a one-line text. */
export function jsonLine(object: JsonObject | undefined, key: string): string | undefined {
  return toLine(jsonText(object, key) ?? '');
}

/** A member that is a list; an empty list for all else. */
export function jsonList(object: JsonObject | undefined, key: string): readonly unknown[] {
  const value = object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
  return Array.isArray(value) ? value : [];
}
