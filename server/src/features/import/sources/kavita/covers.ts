// Covers chosen by users: files in the folder `covers` next to the database. Generated covers are skipped.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type TheirCover, toText } from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';

/** Returns covers by owner id. Empty if the folder is not next to the database. */
export function readChosenCovers(database: GivenDatabase, table: string): Map<string, TheirCover> {
  const folder = findFolder(database);
  if (folder === undefined) return new Map();
  return new Map(
    listChosen(database, table).map(
      ({ id, name }) => [id, { file: join(folder, name), within: folder }] as const,
    ),
  );
}

const listChosen = (database: GivenDatabase, table: string) =>
  database.read(table, ['Id', 'CoverImage'], { CoverImageLocked: 1 }).flatMap((row) => {
    const name = toText(row.CoverImage);
    return /^\w[\w.-]{0,200}$/.test(name) ? [{ id: toText(row.Id), name }] : [];
  });

function findFolder({ folder }: GivenDatabase): string | undefined {
  if (folder === undefined) return undefined;
  const covers = join(folder, 'covers');
  return statSync(covers, { throwIfNoEntry: false })?.isDirectory() ? covers : undefined;
}

const tables = ['Series', 'Chapter', 'AppUserCollection', 'ReadingList'];

/** Number of chosen covers that cannot be imported because the folder is missing. */
export const countLostCovers = (database: GivenDatabase): number =>
  findFolder(database) === undefined
    ? tables.reduce((sum, table) => sum + listChosen(database, table).length, 0)
    : 0;
