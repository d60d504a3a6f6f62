// Converts between input values and metadata values. Uses no browser API.
import type { Field, FieldKind, RowKind } from './fields.ts';

/** A row of a list of people, links and similar values, by column. */
export type Row = Readonly<Record<string, string>>;
export type Draft = string | readonly string[] | readonly Row[];
type DraftFault = 'faultRequired' | 'faultNumber' | 'faultWhole' | 'faultJson' | 'faultLink' | 'faultDate';
export type Meaning = { value: unknown } | { fault: DraftFault };

export type ColumnName =
  | 'name'
  | 'role'
  | 'sortName'
  | 'sourceName'
  | 'url'
  | 'source'
  | 'externalId'
  | 'externalUrl'
  | 'score'
  | 'voteCount'
  | 'title'
  | 'label';
interface Column {
  name: ColumnName;
  isNeeded: boolean;
}
/** The columns of each list, with the names of the contract. */
export const columns: Record<RowKind, readonly Column[]> = {
  people: [
    { name: 'name', isNeeded: true },
    { name: 'role', isNeeded: true },
    { name: 'sortName', isNeeded: false },
  ],
  links: [
    { name: 'sourceName', isNeeded: true },
    { name: 'url', isNeeded: true },
  ],
  ids: [
    { name: 'source', isNeeded: true },
    { name: 'externalId', isNeeded: true },
    { name: 'externalUrl', isNeeded: false },
  ],
  ratings: [
    { name: 'source', isNeeded: true },
    { name: 'score', isNeeded: true },
    { name: 'voteCount', isNeeded: false },
  ],
  titles: [
    { name: 'title', isNeeded: true },
    { name: 'label', isNeeded: false },
  ],
};

const toParts = (draft: Draft): (string | Row)[] => (typeof draft === 'string' ? [] : [...draft]);
export const toRowsOf = (draft: Draft): Row[] => toParts(draft).filter((one) => typeof one !== 'string');
export const toWordsOf = (draft: Draft): string[] => toParts(draft).filter((one) => typeof one === 'string');

export const isRowKind = (kind: FieldKind): kind is RowKind => kind in columns;

const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

export function toDraft({ kind }: Pick<Field, 'kind'>, value: unknown): Draft {
  if (isRowKind(kind)) return toRows(kind, value);
  if (kind === 'words') return Array.isArray(value) ? value.map(toText) : [];
  if (kind === 'json') return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
  return toText(value);
}

function toRows(kind: RowKind, value: unknown): Row[] {
  if (!Array.isArray(value)) return [];
  return value.map((one: Record<string, unknown>) =>
    Object.fromEntries(columns[kind].map(({ name }) => [name, toText(one[name])])),
  );
}

/** An empty input clears the field. */
export function readDraft(
  { kind, isNeeded = false }: Pick<Field, 'kind' | 'isNeeded'>,
  draft: Draft,
): Meaning {
  if (isRowKind(kind)) return readRows(kind, toRowsOf(draft));
  if (kind === 'words') return { value: draft };
  const text = String(draft).trim();
  if (text === '') return isNeeded ? { fault: 'faultRequired' } : { value: null };
  return readText(kind, text);
}

const toNumber = (text: string): number => Number(text.replace(',', '.'));

function readText(kind: FieldKind, text: string): Meaning {
  switch (kind) {
    case 'number':
    case 'whole': {
      const value = toNumber(text);
      if (!Number.isFinite(value)) return { fault: kind === 'whole' ? 'faultWhole' : 'faultNumber' };
      return kind === 'whole' && !Number.isInteger(value) ? { fault: 'faultWhole' } : { value };
    }
    case 'flag':
      return { value: text === 'true' };
    case 'date':
      return /^\d{4}(-\d\d){0,2}$/.test(text) ? { value: text } : { fault: 'faultDate' };
    case 'json':
      try {
        return { value: JSON.parse(text) };
      } catch {
        return { fault: 'faultJson' };
      }
    default:
      return { value: text };
  }
}

const isLink = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Empty rows are ignored. */
function readRows(kind: RowKind, rows: readonly Row[]): Meaning {
  const shape = columns[kind];
  const isEmpty = (row: Row) => shape.every(({ name }) => name === 'role' || !row[name]?.trim());
  const value: Record<string, string | number | null>[] = [];
  for (const row of rows) {
    if (isEmpty(row)) continue;
    const read: Record<string, string | number | null> = {};
    for (const { name, isNeeded } of shape) {
      const text = row[name]?.trim() ?? '';
      if (isNeeded && text === '') return { fault: 'faultRequired' };
      if (/url$/i.test(name) && text !== '' && !isLink(text)) return { fault: 'faultLink' };
      const isNumber = name === 'score' || name === 'voteCount';
      if (isNumber && !Number.isFinite(toNumber(text))) return { fault: 'faultNumber' };
      if (text !== '' || name !== 'label') read[name] = text === '' ? null : isNumber ? toNumber(text) : text;
    }
    value.push(read);
  }
  return { value };
}

export const isSame = (a: Draft | undefined, b: Draft | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
