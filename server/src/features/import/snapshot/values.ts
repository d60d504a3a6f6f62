// Parses row values of other programs' databases. Values of unexpected types are treated as missing.
import type { SchemeName } from '#features/identity/password-schemes/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { toStableId } from '#infrastructure/ids.ts';
import { createTextPool } from './pool.ts';
import type { TheirUser } from './snapshot.ts';

const maxText = 100_000;

/** Returns the stable id of a source server, from values that never change and differ between servers. */
export const toSourceId = (program: string, ...facts: unknown[]): string =>
  toStableId(program, ...facts.map((fact) => (fact instanceof Uint8Array ? toHex(fact) : toText(fact))));

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, maxText)).toString('hex');

/** Removes NUL and lone surrogates, which the databases cannot store. */
const toStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

export function toText(value: unknown): string {
  if (typeof value === 'string') return toStorable(value.slice(0, maxText));
  return typeof value === 'number' ? String(value) : '';
}

/** Returns undefined for anything but a finite number. */
export const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const toFlag = (value: unknown): boolean => value === 1;

export const toBytes = (value: unknown): Uint8Array | undefined =>
  value instanceof Uint8Array && value.length > 0 ? value : undefined;

const maxJson = 1_000_000;
const maxJsonDepth = 64;

/** Parses JSON text. Returns undefined for invalid or excessively nested JSON. */
export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > maxJson || isDeep(value)) return undefined;
  try {
    return JSON.parse(value, (_, one: unknown) => (typeof one === 'string' ? toStorable(one) : one));
  } catch {
    return undefined;
  }
}

/** Whether the JSON is nested so deeply that a recursive walk could overflow the stack. */
export function isDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length; i++) {
    const character = json[i];
    if (isText && character === '\\') i++;
    else if (character === '"') isText = !isText;
    else if (!isText && (character === '[' || character === '{')) depth++;
    else if (!isText && (character === ']' || character === '}')) depth--;
    if (depth > maxJsonDepth) return true;
  }
  return false;
}

/** End of the year 9999: later times have no regular ISO 8601 form. */
const maxTimeMs = 253_402_300_799_999;

/** Converts seconds since 1970 to milliseconds. Returns undefined for earlier or invalid times. */
export function toEpochMs(value: unknown): number | undefined {
  const ms = Math.round((toNumber(value) ?? 0) * 1_000);
  return ms > 0 && ms <= maxTimeMs ? ms : undefined;
}

/** Converts `2026-11-01 10:20:30.123456` (UTC) to milliseconds. Returns undefined for invalid times. */
export function toMs(value: unknown): number | undefined {
  const [, day, time = '00:00:00', fraction = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(\.\d+)?)?/.exec(toText(value)) ?? [];
  const ms = Date.parse(`${day}T${time}${fraction.slice(0, 4)}Z`);
  return Number.isNaN(ms) || ms <= 0 ? undefined : ms;
}

type Rows = Pick<GivenDatabase, 'each'>;

/** Maps the rows of a large table with `toItems`. Reads only the needed columns. */
export function gather<T>(
  database: Rows,
  { table, columns, values }: { table: string; columns: readonly string[]; values?: Record<string, number> },
  toItems: (row: GivenRow) => readonly T[],
): T[] {
  const items: T[] = [];
  for (const row of database.each(table, columns, values)) for (const item of toItems(row)) items.push(item);
  return items;
}

export function countRows(
  database: Rows,
  table: string,
  column: string,
  values?: Record<string, string | number>,
): number {
  let count = 0;
  for (const _ of database.each(table, [column], values)) count++;
  return count;
}

/** Returns the texts of one column by another column, for large tables. */
export function readTexts(
  database: Rows,
  { table, key, value }: { table: string; key: string; value: string },
): Map<string, string> {
  const texts = new Map<string, string>();
  const share = createTextPool();
  for (const row of database.each(table, [key, value]))
    texts.set(toText(row[key]), share(toText(row[value])));
  return texts;
}

/** Returns the texts of one column by another column, in row order, for the requested keys. */
export function readTextLists(
  database: Rows,
  { table, key, value }: { table: string; key: string; value: string },
  wanted?: ReadonlySet<string>,
): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  const share = createTextPool();
  for (const row of database.each(table, [key, value])) {
    const id = toText(row[key]);
    const text = share(toText(row[value]));
    if (text === '' || wanted?.has(id) === false) continue;
    const list = lists.get(id);
    if (list) list.push(text);
    else lists.set(id, [text]);
  }
  return lists;
}

/** Groups rows by the text of a column. */
export const groupBy = (rows: readonly GivenRow[], column: string): Map<string, GivenRow[]> =>
  Map.groupBy(rows, (row) => toText(row[column]));

/** Returns the column texts of one group. */
export const listTexts = (
  groups: ReadonlyMap<string, readonly GivenRow[]>,
  id: string,
  column: string,
): string[] => (groups.get(id) ?? []).map((row) => toText(row[column])).filter((text) => text !== '');

/** Sorts rows by a numeric column. */
export const sortBy = (rows: readonly GivenRow[], column: string): GivenRow[] =>
  rows.toSorted((a, b) => (toNumber(a[column]) ?? 0) - (toNumber(b[column]) ?? 0));

/** Removes undefined values. */
export const defined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Removes trailing slashes. */
export function trimSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Returns undefined for an invalid e-mail address. */
export function toEmail(value: unknown): string | undefined {
  const email = toText(value);
  return email.includes('@') ? email : undefined;
}

/** Returns undefined if an external provider authenticates the user. */
export function toPassword(scheme: SchemeName, value: unknown): TheirUser['password'] {
  const hash = toText(value);
  return hash === '' ? undefined : { scheme, hash };
}
