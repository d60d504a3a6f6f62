// Marks of configuration keys with special handling in the printer, the log, the settings API and relative paths.
import { z } from 'zod';
import { hidden, hideAddress, listSecretsOfAddress } from './database-address.ts';

export interface Mark {
  /**
   * `secret`: the value is never shown. `address`: its password and parameters are not shown. `path`: a file or folder,
   * or a list of them; relative ones start from the folder of the configuration file.
   */
  kind: 'secret' | 'address' | 'path';
  /** Marks of the fields of each item if the value is a list of sections. */
  items?: Readonly<Record<string, Mark>>;
}

export const marks = z.registry<Mark>();

export const secret: Mark = { kind: 'secret' };
export const address: Mark = { kind: 'address' };
export const path: Mark = { kind: 'path' };

/** The marks of the fields of a section. */
export const marksOf = (shape: Readonly<Record<string, z.ZodType>>): Record<string, Mark> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const mark = marks.get(schema);
      return mark ? [[name, mark]] : [];
    }),
  );

/** The value of a key as it may be shown. */
export function toShown(value: unknown, mark: Mark | undefined): unknown {
  if (mark === undefined || mark.kind === 'path' || value === undefined || value === null) return value;
  const { items } = mark;
  if (items !== undefined) return mapItems(value, (field, name) => toShown(field, items[name]));
  if (mark.kind === 'secret') return hidden;
  return typeof value === 'string' && value !== '' ? hideAddress(value) : value;
}

/** The secrets in the value of a key. */
export function listSecrets(value: unknown, mark: Mark | undefined): string[] {
  if (mark === undefined || mark.kind === 'path') return [];
  const { items } = mark;
  if (items !== undefined) {
    const found: string[] = [];
    mapItems(value, (field, name) => found.push(...listSecrets(field, items[name])));
    return found;
  }
  if (typeof value !== 'string' || value === '') return [];
  return mark.kind === 'secret' ? [value] : listSecretsOfAddress(value);
}

/** Calls `map` with each field of each item and its name in the file. */
function mapItems(value: unknown, map: (field: unknown, name: string) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: object) =>
    Object.fromEntries(Object.entries(item).map(([name, field]) => [name, map(field, toSnake(name))])),
  );
}

export const toSnake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
