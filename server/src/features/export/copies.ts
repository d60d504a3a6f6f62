// Writes copies for other programs: read lists as .cbl, and edited metadata as sidecar files.
import { writeCbl } from '@lectern/formats/cbl/write';
import type { Db } from '#infrastructure/database/dialect.ts';
import { toSafeFileName } from '#infrastructure/files/safe-names.ts';
import { createNames, type Folder } from './files.ts';
import type { CommonRecords } from './records.ts';
import { listSidecars } from './sidecars.ts';
import { listEntries } from './store/copies.ts';

type ReadList = CommonRecords['read-lists'];

export async function writeCopies(
  db: Db,
  folder: Folder,
  readLists: readonly ReadList[],
): Promise<Record<string, number>> {
  return { cbl: await writeReadLists(db, folder, readLists), sidecars: await writeSidecars(db, folder) };
}

/** Automatic lists have no stored entries. */
async function writeReadLists(db: Db, folder: Folder, all: readonly ReadList[]): Promise<number> {
  const toName = createNames();
  const lists = all.filter(({ condition }) => condition === null);
  for (const { id, name } of lists) {
    const entries = (await listEntries(db, id)).map(({ series, seriesYear, number, volume, year }) => ({
      series,
      number: toText(number),
      volume: toText(volume ?? seriesYear),
      year: toText(year),
    }));
    await folder.write(['read-lists', toName(toSafeFileName(name), '.cbl')], writeCbl(name, entries));
  }
  return lists.length;
}

const toText = (value: number | null): string | undefined => (value === null ? undefined : String(value));

async function writeSidecars(db: Db, folder: Folder): Promise<number> {
  let count = 0;
  for await (const { path, text } of listSidecars(db)) {
    await folder.write(['metadata', ...path], text);
    count++;
  }
  return count;
}
