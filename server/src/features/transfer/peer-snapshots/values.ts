// Values of rows of another program's database: what is not of the expected type is nothing.
import type { SchemeName } from '#features/identity/password-schemes/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { createTextPool } from './pool.ts';
import type { TheirUser } from './snapshot.ts';

const maxText = 100_000;

/** Without what no database here takes: NUL, and halves of letters. */
const toStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

export function toText(value: unknown): string {
  if (typeof value === 'string') return toStorable(value.slice(0, maxText));
  return typeof value === 'number' ? String(value) : '';
}

/** Undefined for anything else than a finite number. */
export const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const toFlag = (value: unknown): boolean => value === 1;

export const toBytes = (value: unknown): Uint8Array | undefined =>
  value instanceof Uint8Array && value.length > 0 ? value : undefined;

const maxJson = 1_000_000;
const maxJsonDepth = 64;

/** What a text of JSON says; undefined for what is none, or is nested deeper than anybody writes. */
export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > maxJson || isDeep(value)) return undefined;
  try {
    return JSON.parse(value, (_, one: unknown) => (typeof one === 'string' ? toStorable(one) : one));
  } catch {
    return undefined;
  }
}

/** Whether a text of JSON is nested so deeply that walking it could need more stack than there is. */
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

/** The end of the year 9999: later times have no ISO 8601 form of the usual length. */
const maxTimeMs = 253_402_300_799_999;

/** Milliseconds of seconds since 1970; undefined for what is no time after it. */
export function toEpochMs(value: unknown): number | undefined {
  const ms = Math.round((toNumber(value) ?? 0) * 1_000);
  return ms > 0 && ms <= maxTimeMs ? ms : undefined;
}

/** Milliseconds of `2026-11-01 10:20:30.123456` in UTC; undefined for what is no time. */
export function toMs(value: unknown): number | undefined {
  const [, day, time = '00:00:00', fraction = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(\.\d+)?)?/.exec(toText(value)) ?? [];
  const ms = Date.parse(`${day}T${time}${fraction.slice(0, 4)}Z`);
  return Number.isNaN(ms) || ms <= 0 ? undefined : ms;
}

type Rows = Pick<GivenDatabase, 'each'>;

/** What `toItems` makes of each row of a table that may be large. It reads nothing else. */
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

/** The text of a column by that of another, of a table that may be large. */
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

/** The texts of a column by that of another, in the order of the rows; of those that are wanted. */
export function readTextLists(
  database: Rows,
  { table, key, value }: { table: string; key: string; value: string },
  wanted?: ReadonlySet<string>,
): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  const share = createTextPool();
  for (const row of database.each(table, [key, value])) {
    const [id, text] = [toText(row[key]), share(toText(row[value]))];
    if (text === '' || wanted?.has(id) === false) continue;
    const list = lists.get(id);
    if (list) list.push(text);
    else lists.set(id, [text]);
  }
  return lists;
}

/** The rows by the text of a column. */
export const groupBy = (rows: readonly GivenRow[], column: string): Map<string, GivenRow[]> =>
  Map.groupBy(rows, (row) => toText(row[column]));

/** The texts of a column of the rows of one group. */
export const listTexts = (
  groups: ReadonlyMap<string, readonly GivenRow[]>,
  id: string,
  column: string,
): string[] => (groups.get(id) ?? []).map((row) => toText(row[column])).filter((text) => text !== '');

/** The rows in the order of a number. */
export const sortBy = (rows: readonly GivenRow[], column: string): GivenRow[] =>
  rows.toSorted((a, b) => (toNumber(a[column]) ?? 0) - (toNumber(b[column]) ?? 0));

/** Without what is undefined. */
export const defined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Without the slashes at the end. */
export function trimSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Undefined for what is no address. */
export function toEmail(value: unknown): string | undefined {
  const email = toText(value);
  return email.includes('@') ? email : undefined;
}

/** Undefined where somebody else authenticates them. */
export function toPassword(scheme: SchemeName, value: unknown): TheirUser['password'] {
  const hash = toText(value);
  return hash === '' ? undefined : { scheme, hash };
}
