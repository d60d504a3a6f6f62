// Decides which files of the drop folder a user can see, edit, accept and dismiss. A user without restrictions sees all
// of them. A user with restrictions sees a file that would become a visible book, and a file that the user was the last
// to edit: hiding it after an edit would reveal that the edit names a hidden series.
import { isLimited, passesRule, system, type Viewer } from '#infrastructure/access/viewer.ts';
import { toSafeNames } from '#infrastructure/files/writing/new-files.ts';
import type { PageSource } from '#infrastructure/http/routes/pagination.ts';
import {
  createSight,
  type Destination,
  type DestinationDependencies,
  findDestination,
} from './destination.ts';
import { readEdits } from './edits.ts';
import { readFacts } from './facts.ts';
import * as store from './store.ts';

const pageSize = 500;

/** Pending or dismissed files that the viewer sees, newest first. */
export function createQueue(
  deps: DestinationDependencies,
  viewer: Viewer,
  { isDismissed }: { isDismissed: boolean },
): PageSource<store.DroppedRow> {
  const { db } = deps.database;
  if (!isLimited(viewer))
    return {
      count: () => store.count(db, isDismissed),
      list: (window) => store.list(db, isDismissed, window),
    };
  let visible: Promise<store.DroppedRow[]> | undefined;
  const read = () => (visible ??= listVisible(deps, viewer, isDismissed));
  return {
    count: async () => (await read()).length,
    list: async ({ limit, offset }) => (await read()).slice(offset, offset + limit),
  };
}

async function listVisible(
  deps: DestinationDependencies,
  viewer: Viewer,
  isDismissed: boolean,
): Promise<store.DroppedRow[]> {
  const visible: store.DroppedRow[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const rows = await store.list(deps.database.db, isDismissed, { limit: pageSize, offset });
    visible.push(...(await filterVisible(deps, viewer, rows)));
    if (rows.length < pageSize) return visible;
  }
}

export async function findVisible(
  deps: DestinationDependencies,
  viewer: Viewer,
  id: string,
): Promise<store.DroppedRow | undefined> {
  const row = await store.find(deps.database.db, id);
  return row && (await filterVisible(deps, viewer, [row]))[0];
}

/** The rows that the viewer sees, in their order. */
export async function filterVisible(
  deps: DestinationDependencies,
  viewer: Viewer,
  rows: readonly store.DroppedRow[],
): Promise<store.DroppedRow[]> {
  if (!isLimited(viewer)) return [...rows];
  // The destination without restrictions: to the viewer, a file for a hidden series appears to start a new one.
  const sight = await createSight(deps, system);
  const candidates: { row: store.DroppedRow; seriesIds: readonly string[] }[] = [];
  for (const row of rows) {
    const seriesIds = readEdits(row).editorId === viewer.userId ? [] : await findSeries(viewer, row);
    if (seriesIds) candidates.push({ row, seriesIds });
  }
  const ids = new Set(candidates.flatMap(({ seriesIds }) => seriesIds));
  const visible = await deps.catalog.visibility.visibleSeries(viewer, [...ids]);
  return candidates.filter(({ seriesIds }) => seriesIds.every((id) => visible.has(id))).map(({ row }) => row);

  /** Series that must be visible. Undefined if the file is never visible to the viewer. */
  async function findSeries({ libraryIds, seriesRule: rule }: Viewer, row: store.DroppedRow) {
    const facts = readFacts(row);
    if (!facts) return undefined;
    const destination = await findDestination(sight, row, facts);
    const { library, series } = destination;
    if (!library || (libraryIds !== null && !libraryIds.has(library.id))) return undefined;
    const { ageRating = null } = facts.metadata;
    if (rule) {
      const isTooHigh = ageRating !== null && rule.maxAgeRating !== null && ageRating > rule.maxAgeRating;
      if (isTooHigh || (!series && !passesRule(rule, { ageRating, sharingTagIds: [] }))) return undefined;
    }
    const inFolder = await findSeriesOfTarget(deps, destination);
    return series ? [series.id, ...inFolder] : inFolder;
  }
}

/** Series with books in the folder of a path that a user entered. */
async function findSeriesOfTarget(
  { database }: DestinationDependencies,
  { edits, library }: Destination,
): Promise<string[]> {
  const folder =
    toSafeNames(edits.target ?? '')
      ?.slice(0, -1)
      .join('/') ?? '';
  const root = library?.roots[edits.root ?? 0];
  return root && folder !== '' ? store.listSeriesOfFolder(database.db, { rootId: root.id, folder }) : [];
}
