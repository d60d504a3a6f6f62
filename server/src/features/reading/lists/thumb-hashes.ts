// ThumbHashes for the thumbnails of lists (covers.ts): of the uploaded cover, otherwise of the first member or the
// first four.
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { ListDependencies, Member } from './dependencies.ts';
import type { ListRow } from './store.ts';
import * as store from './store.ts';
import { toWhich } from './to-book-list.ts';

/** Covers of a mosaic; a list with fewer members shows its first member. */
export const mosaicSize = 4;

/** The number of statements does not depend on the number of lists, except for automatic ones. */
export async function readThumbHashes(
  deps: ListDependencies<Member>,
  viewer: Viewer,
  rows: readonly ListRow[],
): Promise<(row: ListRow) => string[]> {
  const uploads = rows.flatMap(({ coverId }) => coverId ?? []);
  const others = rows.filter(({ coverId }) => coverId === null);
  const [uploaded, drawn] = await Promise.all([
    store.listCoverHashes(deps.database.db, uploads),
    readFirst(deps, viewer, others),
  ]);
  return ({ id, coverId }) => {
    if (coverId !== null) return [...(uploaded.get(coverId) ?? [])];
    const hashes = (drawn.get(id) ?? []).flatMap(({ thumbHash }) => thumbHash ?? []);
    return hashes.slice(0, hashes.length < mosaicSize ? 1 : mosaicSize);
  };
}

async function readFirst(
  { members }: ListDependencies<Member>,
  viewer: Viewer,
  rows: readonly ListRow[],
): Promise<ReadonlyMap<string, readonly Member[]>> {
  const manual = rows.filter(({ condition }) => condition === null);
  const lists = manual.map(({ id, ordered }) => ({ id, ordered: ordered === 1 }));
  const firsts = await members.listFirst(viewer, { lists, limit: mosaicSize });
  const found = await members.listByIds(viewer, [...new Set([...firsts.values()].flat())]);
  const byId = new Map(found.map((member) => [member.id, member]));
  const all = new Map<string, readonly Member[]>();
  for (const [id, ids] of firsts)
    all.set(
      id,
      ids.flatMap((one) => byId.get(one) ?? []),
    );
  for (const row of rows)
    if (row.condition !== null) {
      const page = { page: 1, pageSize: mosaicSize };
      all.set(row.id, (await members.list(viewer, toWhich(row), page)).rows);
    }
  return all;
}
