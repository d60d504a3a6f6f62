// Lists with the ids of their members, for protocols that show both at once: the same number of statements for one
// list and for a hundred, apart from automatic ones, each of which is a list of its own.
import type { Gathering } from '@lectern/contract/gatherings';
import type { Permission } from '@lectern/contract/permissions';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { GatheringParts } from './parts.ts';
import type { GatheringRow, LiveMember } from './store.ts';
import { toGathering, toWhich } from './to-gathering.ts';

export interface GatheringWithMembers extends Gathering {
  /** Those that the viewer sees, in the order of the list; of automatic lists the first thousand. */
  memberIds: string[];
  /** Libraries that these are in. */
  libraryIds: ReadonlySet<string>;
}

export interface WhichLists {
  /** Only this one. */
  id?: string;
  /** Anywhere in the name. */
  search?: string | undefined;
  /** Only lists that somebody put this member into; what automatic ones hold is not asked. */
  containing?: string;
}

interface Row {
  id: string;
  libraryId: string;
}

const mostOfAutomatic = 1_000;

/** A list that holds something, but nothing that the viewer sees, does not exist for them. */
export const isHiddenFrom = (
  viewer: Viewer,
  row: GatheringRow,
  { visible, all, write }: { visible: number; all: number; write: Permission },
): boolean => visible === 0 && !can(viewer, write) && (all > 0 || row.condition !== null);

/** By name, those that exist for the viewer. */
export async function listWithMembers<T>(
  parts: GatheringParts<T>,
  viewer: Viewer,
  which: WhichLists = {},
): Promise<GatheringWithMembers[]> {
  const { store, words } = parts;
  const rows = await chooseRows(parts, which);
  const [only, ...others] = rows;
  const [counts, live] = await Promise.all([
    store.countMembers(),
    store.listLive(others.length === 0 ? only?.id : undefined),
  ]);
  const seriesIds = [...new Set(live.map((member) => member.seriesId))];
  const visible = await parts.members.visibleSeries(viewer, seriesIds);
  const seen = Map.groupBy(
    live.filter((member) => visible.has(member.seriesId)),
    (member) => member.listId,
  );
  const found: GatheringWithMembers[] = [];
  for (const row of rows) {
    const shown =
      row.condition === null ? toShown(seen.get(row.id)) : await readAutomatic(parts, viewer, row);
    const all = counts.get(row.id) ?? 0;
    if (isHiddenFrom(viewer, row, { visible: shown.total, all, write: words.write })) continue;
    const { total, memberIds, libraryIds } = shown;
    found.push({ ...toGathering(row, total), memberIds, libraryIds });
  }
  return found;
}

async function chooseRows<T>(
  { store }: GatheringParts<T>,
  { id, search, containing }: WhichLists,
): Promise<GatheringRow[]> {
  if (id !== undefined) {
    const row = await store.find(id);
    return row ? [row] : [];
  }
  const wanted = fold(search ?? '');
  const holding = containing === undefined ? undefined : new Set(await store.listHolding(containing));
  const rows = await store.listAll();
  return rows.filter((row) => row.nameFolded.includes(wanted) && (!holding || holding.has(row.id)));
}

const toShown = (members: readonly LiveMember[] = []) => ({
  total: members.length,
  memberIds: members.map((member) => member.id),
  libraryIds: new Set(members.map((member) => member.libraryId)),
});

async function readAutomatic<T>({ members }: GatheringParts<T>, viewer: Viewer, row: GatheringRow) {
  const { rows, total } = await members.list(viewer, toWhich(row), { page: 1, pageSize: mostOfAutomatic });
  const shown = rows as unknown as readonly Row[];
  return {
    total,
    memberIds: shown.map(({ id }) => id),
    libraryIds: new Set(shown.map(({ libraryId }) => libraryId)),
  };
}
