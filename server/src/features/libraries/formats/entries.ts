// Which files are one entry, and which of them stands for it. Pure.
import { rankOfFormat } from '@lectern/contract/format-rank';
import { toStem } from '@lectern/contract/values';
import type { FormatRow, Name } from './store.ts';

/** A decision: this file is an entry of its own, whatever its name. */
export const alone = 'alone';

export interface Entry {
  main: FormatRow;
  others: FormatRow[];
}

/** Whether files of a library are grouped by their names. */
type IsGrouping = (libraryId: string) => boolean;

interface Rules {
  isGrouping: IsGrouping;
  /** Files that were not there a moment ago: they join entries and do not take them over. */
  isNew(id: string): boolean;
}

/** What a file is grouped by without a decision; undefined for those that are not grouped so. */
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

/** Of each file, what those of one entry have in common. */
function findKeys(rows: readonly FormatRow[], { isGrouping }: Rules): Map<string, string> {
  const nameKeyOf = (row: FormatRow): string | undefined => {
    const name = findName(row, isGrouping);
    return name && toNameKey(name);
  };
  const decided = (row: FormatRow): string | undefined =>
    row.formatGroup === null || row.formatGroup === alone
      ? undefined
      : JSON.stringify([row.libraryId, row.formatGroup]);
  // A file without a decision follows one of the same name that has one.
  const decidedOfName = new Map<string, string>();
  for (const row of rows) {
    const [name, key] = [nameKeyOf(row), decided(row)];
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

/** One entry of a file a format; a second one of the same format is an entry of its own. */
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
