// Pictures that people chose: files in the folder `covers` beside the database. It makes the others itself.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type TheirCover, toText } from '#features/transfer/peer-snapshots/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';

/** By what they are of; none where the folder does not lie beside the database. */
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

/** Chosen pictures that cannot come, as their folder does not lie beside the database. */
export const countLostCovers = (database: GivenDatabase): number =>
  findFolder(database) === undefined
    ? tables.reduce((sum, table) => sum + listChosen(database, table).length, 0)
    : 0;
