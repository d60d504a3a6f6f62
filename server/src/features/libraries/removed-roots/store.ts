// Books of removed roots or removed libraries, by the location of their files.
import { sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';
import { joinNames } from '#infrastructure/files/names.ts';
import { type SameContent, sameContent } from '../books/index.ts';

/** Location of a file relative to a root. */
interface FileLocation {
  folder: string;
  name: string;
}

export const toPlaceKey = ({ folder, name }: FileLocation): string => joinNames(folder, name);

/** If several removed roots had this path, the last removed one is used. */
export async function findFormer(
  db: Db,
  rootPath: string,
  places: readonly FileLocation[],
): Promise<Map<string, SameContent>> {
  const found = new Map<string, SameContent>();
  for (const root of await listFormerRoots(db, rootPath)) {
    const open = places.filter((place) => !found.has(toPlaceKey(place)));
    for (const [folder, some] of Map.groupBy(open, (place) => place.folder)) {
      const names = some.map(({ name }) => name);
      for (const row of await listLost(db, root, { folder, names }))
        found.set(toPlaceKey({ folder, name: row.fileName }), row);
    }
  }
  return found;
}

interface FormerRoot {
  id: string;
  removedAt: number;
}

async function listFormerRoots(db: Db, path: string): Promise<FormerRoot[]> {
  const { rows } = await sql<FormerRoot>`
    select root.id, coalesce(root."removedAt", library."deletedAt") as "removedAt"
    from "libraryRoot" root join library on library.id = root."libraryId"
    where root.path = ${path} and (root."removedAt" is not null or library."deletedAt" is not null)
    order by coalesce(root."removedAt", library."deletedAt") desc`.execute(db);
  return rows.map(({ id, removedAt }) => ({ id, removedAt: Number(removedAt) }));
}

/**
 * Books that were in the root until it was removed. Two queries, because live and deleted books have separate indexes.
 */
async function listLost(
  db: Db,
  { id, removedAt }: FormerRoot,
  { folder, names }: { folder: string; names: readonly string[] },
): Promise<SameContent[]> {
  const query = db
    .selectFrom('book')
    .select(sameContent)
    .where('rootId', '=', id)
    .where('folder', '=', folder)
    .where('fileName', 'in', names);
  const [live, gone] = await Promise.all([
    query.where('deletedAt', 'is', null).execute(),
    query
      .where('deletedAt', 'is not', null)
      .where((eb) => eb.or([eb('deletedAt', '>=', removedAt), eb('mainBookId', 'is not', null)]))
      .orderBy('deletedAt')
      .execute(),
  ]);
  return [...gone, ...live];
}
