// Lists with the ids of their members, for protocols that return both together. The number of statements does not
// depend on the number of lists, except for automatic ones, each of which needs a query.
import type { Permission } from '@lectern/contract/values';
import { can, isLimited, type Viewer } from '#infrastructure/access/viewer.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { ListDependencies, Member } from './dependencies.ts';
import type { ListRow, LiveMember } from './store.ts';
import * as store from './store.ts';
import { type PlainList, toBookList, toWhich } from './to-book-list.ts';

export interface ListWithMembers extends PlainList {
  /** Visible members, in list order; of automatic lists the first thousand. */
  memberIds: string[];
  /** Libraries of the visible members. */
  libraryIds: ReadonlySet<string>;
}

export interface WhichLists {
  /** Only this list. */
  id?: string;
  /** Only lists whose name contains this text. */
  search?: string | undefined;
  /** Only manual lists that contain this member. */
  containing?: string;
}

const maxAutomaticMembers = 1_000;

/** Whether the viewer sees every list because of the permission to change lists. Viewers with restrictions do not. */
export const seesAllLists = (viewer: Viewer, write: Permission): boolean =>
  can(viewer, write) && !isLimited(viewer);

/** A list whose members are all hidden from the viewer is hidden too. */
export const isHiddenFrom = (
  viewer: Viewer,
  row: ListRow,
  { visible, all, write }: { visible: number; all: number; write: Permission },
): boolean => visible === 0 && !seesAllLists(viewer, write) && (all > 0 || row.condition !== null);

/** Lists visible to the viewer, ordered by name. */
export async function listWithMembers(
  deps: ListDependencies<Member>,
  viewer: Viewer,
  which: WhichLists = {},
): Promise<ListWithMembers[]> {
  const {
    database: { db },
    tables,
    words,
  } = deps;
  const rows = await chooseRows(deps, which);
  const [only, ...others] = rows;
  const [counts, live] = await Promise.all([
    store.countMembers(db, tables),
    store.listLive(db, tables, others.length === 0 ? only?.id : undefined),
  ]);
  const seriesIds = [...new Set(live.map((member) => member.seriesId))];
  const visible = await deps.members.visibleSeries(viewer, seriesIds);
  const seen = Map.groupBy(
    live.filter((member) => visible.has(member.seriesId)),
    (member) => member.listId,
  );
  const found: ListWithMembers[] = [];
  for (const row of rows) {
    const shown = row.condition === null ? toShown(seen.get(row.id)) : await readAutomatic(deps, viewer, row);
    const all = counts.get(row.id) ?? 0;
    if (isHiddenFrom(viewer, row, { visible: shown.total, all, write: words.write })) continue;
    const { total, memberIds, libraryIds } = shown;
    found.push({ ...toBookList(row, total), memberIds, libraryIds });
  }
  return found;
}

async function chooseRows(
  { database: { db }, tables }: ListDependencies<Member>,
  { id, search, containing }: WhichLists,
): Promise<ListRow[]> {
  if (id !== undefined) {
    const row = await store.find(db, tables, id);
    return row ? [row] : [];
  }
  const wanted = fold(search ?? '');
  const holding =
    containing === undefined ? undefined : new Set(await store.listHolding(db, tables, containing));
  const rows = await store.listAll(db, tables);
  return rows.filter((row) => row.nameFolded.includes(wanted) && (!holding || holding.has(row.id)));
}

const toShown = (members: readonly LiveMember[] = []) => ({
  total: members.length,
  memberIds: members.map((member) => member.id),
  libraryIds: new Set(members.map((member) => member.libraryId)),
});

async function readAutomatic({ members }: ListDependencies<Member>, viewer: Viewer, row: ListRow) {
  const { rows, total } = await members.list(viewer, toWhich(row), {
    page: 1,
    pageSize: maxAutomaticMembers,
  });
  return {
    total,
    memberIds: rows.map(({ id }) => id),
    libraryIds: new Set(rows.map(({ libraryId }) => libraryId)),
  };
}
