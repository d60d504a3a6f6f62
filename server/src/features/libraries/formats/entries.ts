// Decides which files form one entry and which of them is the main file. Pure.
import { rankOfFormat } from '@lectern/contract/libraries/format-rank';
import { toStem } from '@lectern/contract/values';
import type { FormatRow, Name } from './store.ts';

/** A decision: this file is a separate entry, regardless of its name. */
export const alone = 'alone';

export interface Entry {
  main: FormatRow;
  others: FormatRow[];
}

/** Whether the files of a library are grouped by name. */
type IsGrouping = (libraryId: string) => boolean;

interface Rules {
  isGrouping: IsGrouping;
  /** New files join existing entries but do not become their main file. */
  isNew(id: string): boolean;
}

/** The name a file is grouped by if there is no decision; undefined if it is not grouped by name. */
export function findName(row: FormatRow, isGrouping: IsGrouping): Name | undefined {
  const { rootId, folder, fileName, fileFormat } = row;
  if (fileFormat === 'folder' || row.formatGroup === alone || !isGrouping(row.libraryId)) return undefined;
  return { rootId, folder, stem: toStem(fileName, fileFormat) };
}

export const toNameKey = ({ rootId, folder, stem }: Name): string => JSON.stringify([rootId, folder, stem]);

export function toEntries(rows: readonly FormatRow[], rules: Rules): Entry[] {
  const keyOf = findKeys(rows, rules);
  return [...Map.groupBy(rows, (row) => keyOf.get(row.id)).values()].flatMap((group) => split(group, rules));
}

/** Maps each file to the key of its entry. */
function findKeys(rows: readonly FormatRow[], { isGrouping }: Rules): Map<string, string> {
  const nameKeyOf = (row: FormatRow): string | undefined => {
    const name = findName(row, isGrouping);
    return name && toNameKey(name);
  };
  const decided = (row: FormatRow): string | undefined =>
    row.formatGroup === null || row.formatGroup === alone
      ? undefined
      : JSON.stringify([row.libraryId, row.formatGroup]);
  // A file without a decision follows a file of the same name that has one.
  const decidedOfName = new Map<string, string>();
  for (const row of rows) {
    const name = nameKeyOf(row);
    const key = decided(row);
    const known = name === undefined ? undefined : decidedOfName.get(name);
    if (name !== undefined && key !== undefined && (known === undefined || key < known))
      decidedOfName.set(name, key);
  }
  return new Map(
    rows.map((row) => {
      const name = nameKeyOf(row);
      const followed = name === undefined ? undefined : (decidedOfName.get(name) ?? name);
      return [row.id, decided(row) ?? followed ?? row.id];
    }),
  );
}

/** An entry contains one file per format. A second file of the same format is a separate entry. */
function split(group: readonly FormatRow[], { isNew }: Rules): Entry[] {
  const mainIds = new Set(group.map(({ mainBookId }) => mainBookId));
  const toRanks = (row: FormatRow) => {
    const isListed = row.deletedAt === null;
    return [
      isListed && mainIds.has(row.id) ? 0 : 1,
      isListed && !isNew(row.id) ? 0 : 1,
      row.mainBookId !== null ? 0 : 1,
      row.analyzed === 1 ? 0 : 1,
      rankOfFormat(row.fileFormat),
    ];
  };
  const ranked = group
    .map((row) => ({ row, ranks: toRanks(row) }))
    .toSorted((a, b) => compare(a.ranks, b.ranks) || compareTexts(a.row, b.row))
    .map(({ row }) => row);
  const [main, ...rest] = ranked;
  if (!main) return [];
  const formats = new Set<string>([main.fileFormat]);
  const entry: Entry = { main, others: [] };
  const own: Entry[] = [];
  for (const row of rest) {
    if (formats.has(row.fileFormat)) own.push({ main: row, others: [] });
    else entry.others.push(row);
    formats.add(row.fileFormat);
  }
  return [entry, ...own];
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [i, rank] of a.entries()) {
    const difference = rank - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const compareTexts = (a: FormatRow, b: FormatRow): number =>
  a.fileName < b.fileName ? -1 : a.fileName > b.fileName ? 1 : a.id < b.id ? -1 : 1;
