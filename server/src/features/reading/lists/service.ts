// Rules of collections and read lists: names are unique; members hidden from a user are not shown to them and cannot be
// removed by accident.

import type { KeptCondition } from '@lectern/contract/conditions/schemas';
import type { PageRequest } from '@lectern/contract/pagination';
import { maxLists, maxMembers, type SharedList } from '@lectern/contract/reading/book-lists';
import type { CoverChange, VisibilityEvidence } from '#catalog/changes.ts';
import { requireFieldPermissions } from '#catalog/conditions/field-permissions.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { hasAll } from '#infrastructure/equality.ts';
import { conflict, invalid, notFound, Problem, reason, toIssue } from '#infrastructure/errors.ts';
import type { PageSource } from '#infrastructure/http/routes/pagination.ts';
import { newId } from '#infrastructure/ids.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { ListDependencies, Member } from './dependencies.ts';
import { didExist, findVisibilityEvidence } from './evidence.ts';
import type { ListRow, Window } from './store.ts';
import * as store from './store.ts';
import { readThumbHashes } from './thumb-hashes.ts';
import { toBookList, toWhich } from './to-book-list.ts';
import { isHiddenFrom, type ListWithMembers, listWithMembers, type WhichLists } from './with-members.ts';

interface NewList {
  name: string;
  summary?: string | null | undefined;
  ordered: boolean;
  condition?: KeptCondition | null | undefined;
  ids?: readonly string[] | undefined;
}

interface ListUpdate {
  name?: string | undefined;
  summary?: string | null | undefined;
  ordered?: boolean | undefined;
  condition?: KeptCondition | null | undefined;
}

type AnyDependencies = ListDependencies<Member>;

const toNames = (name: string) => ({ name, nameFolded: fold(name), nameKey: toSortKey(name) });

interface CoverOptions extends CoverChange {
  within?(tx: Tx): Promise<void>;
}

export interface ListService<Row extends Member> {
  get(viewer: Viewer, id: string): Promise<SharedList>;
  /**
   * Source of a paginated response. Counts the visible members first, so that lists without any are omitted. Uses one
   * statement for all manual lists, and one for each automatic list.
   */
  list(viewer: Viewer, search: string | undefined): Promise<PageSource<SharedList>>;
  listWithMembers(viewer: Viewer, which?: WhichLists): Promise<ListWithMembers[]>;
  getWithMembers(viewer: Viewer, id: string): Promise<ListWithMembers>;
  create(viewer: Viewer, body: NewList): Promise<SharedList>;
  update(viewer: Viewer, id: string, body: ListUpdate): Promise<SharedList>;
  remove(viewer: Viewer, id: string): Promise<void>;
  /** Id of the selected uploaded cover; null if none is selected. Throws `not_found`. */
  coverOf(viewer: Viewer, id: string): Promise<string | null>;
  /** Selects a cover. `within` runs in the same transaction. `removed` is set if the selected cover is deleted. */
  setCover(viewer: Viewer, id: string, coverId: string | null, options?: CoverOptions): Promise<void>;
  /** Publishes that a cover was deleted which was not selected. */
  publishRemovedCover(id: string): void;
  members(viewer: Viewer, id: string, page: PageRequest): Promise<{ rows: Row[]; total: number }>;
  add(viewer: Viewer, id: string, ids: readonly string[]): Promise<SharedList>;
  /** Replaces the members. Members hidden from the viewer cannot be removed: they remain at the end. */
  replace(viewer: Viewer, id: string, ids: readonly string[]): Promise<SharedList>;
  removeMember(viewer: Viewer, id: string, memberId: string): Promise<void>;
  /** Whether a deleted list was visible, judged by the viewer's current permissions. */
  existed(viewer: Viewer, evidence: VisibilityEvidence): Promise<boolean>;
  exists(viewer: Viewer, id: string): Promise<boolean>;
}

export function createListService<Row extends Member>(deps: ListDependencies<Row>): ListService<Row> {
  return {
    get: (viewer, id) => getList(deps, viewer, id),
    list: (viewer, search) => listLists(deps, viewer, search),
    listWithMembers: (viewer, which) => listWithMembers(deps, viewer, which),
    getWithMembers: (viewer, id) => getWithMembers(deps, viewer, id),
    create: (viewer, body) => createList(deps, viewer, body),
    update: (viewer, id, body) => updateList(deps, viewer, id, body),
    remove: (viewer, id) => removeList(deps, viewer, id),
    coverOf: (viewer, id) => findCover(deps, viewer, id),
    setCover: (viewer, id, coverId, options) => setCover(deps, viewer, id, { ...options, coverId }),
    publishRemovedCover: (id) =>
      deps.publish({ id, kind: 'updated', cover: { removed: { wasSelected: false } } }),
    members: (viewer, id, page) => listMembers(deps, viewer, id, page),
    add: (viewer, id, ids) => addMembers(deps, viewer, id, ids),
    replace: (viewer, id, ids) => replaceMembers(deps, viewer, id, ids),
    removeMember: (viewer, id, memberId) => removeMember(deps, viewer, id, memberId),
    existed: (viewer, evidence) => didExist(deps, viewer, evidence),
    exists: (viewer, id) => exists(deps, viewer, id),
  };
}

const countVisible = async ({ members }: AnyDependencies, viewer: Viewer, row: ListRow): Promise<number> =>
  (await members.list(viewer, toWhich(row), { page: 1, pageSize: 1 })).total;

const isHidden = (
  { words }: AnyDependencies,
  viewer: Viewer,
  row: ListRow,
  counts: { visible: number; all: number },
) => isHiddenFrom(viewer, row, { ...counts, write: words.write });

async function findList(
  deps: AnyDependencies,
  viewer: Viewer,
  id: string,
): Promise<{ row: ListRow; memberCount: number }> {
  const row = await store.find(deps.database.db, deps.tables, id);
  if (!row) throw notFound(deps.words.one);
  const memberCount = await countVisible(deps, viewer, row);
  const all =
    memberCount > 0 ? memberCount : (await store.listMembers(deps.database.db, deps.tables, id)).length;
  if (isHidden(deps, viewer, row, { visible: memberCount, all })) throw notFound(deps.words.one);
  return { row, memberCount };
}

function refuseTaken({ database, words }: AnyDependencies, error: unknown): never {
  if (database.dialect.findUniqueViolation(error) === words.nameKey)
    throw conflict(reason('list_name_taken', { list: words.one }), { field: 'name' });
  throw error;
}

/** Changes members under a lock, so that concurrent additions are not lost. */
const changeMembers = <T>(
  { database }: AnyDependencies,
  id: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  database.transaction(async (tx) => {
    await database.dialect.lock(tx, `list ${id}`);
    return work(tx);
  });

async function requireVisible(
  { members }: AnyDependencies,
  viewer: Viewer,
  ids: readonly string[],
): Promise<void> {
  const known = new Set(await members.listVisible(viewer, [...new Set(ids)]));
  const issues = ids.flatMap((id, i) =>
    known.has(id) ? [] : [toIssue(`body.ids.${i}`, reason('no_such_book'))],
  );
  if (issues.length > 0) throw invalid(issues.slice(0, 20));
}

function requireManual({ words }: AnyDependencies, row: ListRow): void {
  if (row.condition !== null) throw conflict(reason('list_automatic', { list: words.one }));
}

/** Writes new members computed from the given and the current ids. The viewer must see all given ids. */
async function writeMembers(
  deps: AnyDependencies,
  viewer: Viewer,
  { id, ids }: { id: string; ids: readonly string[] },
  toIds: (current: string[]) => string[] | Promise<string[]>,
): Promise<SharedList> {
  const { row } = await findList(deps, viewer, id);
  requireManual(deps, row);
  await requireVisible(deps, viewer, ids);
  const isNews = await changeMembers(deps, id, async (tx) => {
    const current = await store.listMembers(tx, deps.tables, id);
    const wanted = await toIds(current);
    if (wanted.length > maxMembers)
      throw conflict(reason('list_full', { list: deps.words.one, max: maxMembers }));
    if (wanted.length === current.length && wanted.every((id, i) => id === current[i])) return false;
    const nowMs = deps.clock();
    await store.replaceMembers(tx, deps.tables, id, { ids: wanted, nowMs });
    await store.update(tx, deps.tables, id, { updatedAt: nowMs });
    return true;
  });
  if (isNews) deps.publish({ id, kind: 'updated' });
  return getChanged(deps, viewer, id);
}

async function getList(deps: AnyDependencies, viewer: Viewer, id: string): Promise<SharedList> {
  const { row, memberCount } = await findList(deps, viewer, id);
  return describe(deps, viewer, row, memberCount);
}

async function describe(
  deps: AnyDependencies,
  viewer: Viewer,
  row: ListRow,
  memberCount: number,
): Promise<SharedList> {
  const toHashes = await readThumbHashes(deps, viewer, [row]);
  return { ...toBookList(row, memberCount), thumbHashes: toHashes(row) };
}

/** Returns the list after a change by the viewer, even if its remaining members are hidden from the viewer. */
async function getChanged(deps: AnyDependencies, viewer: Viewer, id: string): Promise<SharedList> {
  const row = await store.find(deps.database.db, deps.tables, id);
  if (!row) throw notFound(deps.words.one);
  return describe(deps, viewer, row, await countVisible(deps, viewer, row));
}

async function listShown({ members }: AnyDependencies, viewer: Viewer, row: ListRow): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length < maxMembers; page++) {
    const { rows } = await members.list(viewer, toWhich(row), { page, pageSize: 500 });
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < 500) break;
  }
  return ids.slice(0, maxMembers);
}

async function listLists(deps: AnyDependencies, viewer: Viewer, search: string | undefined) {
  const wanted = fold(search ?? '');
  const rows = (await store.listAll(deps.database.db, deps.tables)).filter((row) =>
    row.nameFolded.includes(wanted),
  );
  const [counts, seenOf] = await Promise.all([
    store.countMembers(deps.database.db, deps.tables),
    deps.members.countSeen(viewer),
  ]);
  const seen: { row: ListRow; visible: number }[] = [];
  for (const row of rows) {
    const all = counts.get(row.id) ?? 0;
    const visible =
      row.condition === null ? (seenOf.get(row.id) ?? 0) : await countVisible(deps, viewer, row);
    if (!isHidden(deps, viewer, row, { visible, all })) seen.push({ row, visible });
  }
  return {
    count: async () => seen.length,
    list: async ({ limit, offset }: Window) => {
      const page = seen.slice(offset, offset + limit);
      const toHashes = await readThumbHashes(
        deps,
        viewer,
        page.map(({ row }) => row),
      );
      return page.map(({ row, visible }) => ({
        ...toBookList(row, visible),
        thumbHashes: toHashes(row),
      }));
    },
  };
}

async function getWithMembers(deps: AnyDependencies, viewer: Viewer, id: string): Promise<ListWithMembers> {
  await findList(deps, viewer, id);
  const [found] = await listWithMembers(deps, viewer, { id });
  if (!found) throw notFound(deps.words.one);
  return found;
}

async function createList(deps: AnyDependencies, viewer: Viewer, body: NewList): Promise<SharedList> {
  const { ids = [], condition } = body;
  const isAutomatic = condition !== undefined && condition !== null;
  if (isAutomatic && ids.length > 0) throw invalid(toIssue('body.ids', reason('condition_has_members')));
  if (isAutomatic) requireFieldPermissions(viewer, condition.condition);
  await requireVisible(deps, viewer, ids);
  const nowMs = deps.clock();
  const row: ListRow = {
    id: newId(nowMs),
    ...toNames(body.name),
    summary: body.summary ?? null,
    ordered: body.ordered ? 1 : 0,
    condition: isAutomatic ? JSON.stringify(condition.json) : null,
    coverId: null,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
  await deps.database.transaction(async (tx) => {
    // Concurrent requests may exceed the limit slightly. It only prevents abuse.
    if ((await store.count(tx, deps.tables)) >= maxLists)
      throw conflict(reason('lists_full', { list: deps.words.one, max: maxLists }));
    await store.insert(tx, deps.tables, row).catch((error) => refuseTaken(deps, error));
    await store.replaceMembers(tx, deps.tables, row.id, { ids: [...new Set(ids)], nowMs });
  });
  deps.publish({ id: row.id, kind: 'created' });
  return getChanged(deps, viewer, row.id);
}

async function updateList(
  deps: AnyDependencies,
  viewer: Viewer,
  id: string,
  body: ListUpdate,
): Promise<SharedList> {
  const { row } = await findList(deps, viewer, id);
  if (body.condition) requireFieldPermissions(viewer, body.condition.condition);
  const wanted: Partial<ListRow> = {
    ...(body.name !== undefined && toNames(body.name)),
    ...(body.summary !== undefined && { summary: body.summary }),
    ...(body.ordered !== undefined && { ordered: body.ordered ? 1 : 0 }),
    ...(body.condition !== undefined && {
      condition: body.condition === null ? null : JSON.stringify(body.condition.json),
    }),
  };
  if (hasAll(row, wanted)) return getList(deps, viewer, id);
  const isFrozen = wanted.condition === null && row.condition !== null;
  const frozen = isFrozen ? await listShown(deps, viewer, row) : undefined;
  await changeMembers(deps, id, async (tx) => {
    const nowMs = deps.clock();
    await store
      .update(tx, deps.tables, id, { ...wanted, updatedAt: nowMs })
      .catch((error) => refuseTaken(deps, error));
    if (frozen) await store.replaceMembers(tx, deps.tables, id, { ids: frozen, nowMs });
    else if (typeof wanted.condition === 'string')
      await store.replaceMembers(tx, deps.tables, id, { ids: [], nowMs });
  });
  deps.publish({ id, kind: 'updated' });
  return getChanged(deps, viewer, id);
}

async function removeList(deps: AnyDependencies, viewer: Viewer, id: string): Promise<void> {
  const { row } = await findList(deps, viewer, id);
  const evidence = await findVisibilityEvidence(deps, row);
  await store.remove(deps.database.db, deps.tables, id);
  deps.publish({ id, kind: 'deleted', evidence });
}

const findCover = async (deps: AnyDependencies, viewer: Viewer, id: string): Promise<string | null> =>
  (await findList(deps, viewer, id)).row.coverId;

async function setCover(
  deps: AnyDependencies,
  viewer: Viewer,
  id: string,
  { coverId, within, removed }: CoverOptions & { coverId: string | null },
): Promise<void> {
  const { row } = await findList(deps, viewer, id);
  if (row.coverId === coverId) return;
  await changeMembers(deps, id, async (tx) => {
    await within?.(tx);
    await store.update(tx, deps.tables, id, { coverId, updatedAt: deps.clock() });
  });
  deps.publish({ id, kind: 'updated', cover: { removed } });
}

async function listMembers<Row extends Member>(
  deps: ListDependencies<Row>,
  viewer: Viewer,
  id: string,
  page: PageRequest,
) {
  const { row } = await findList(deps, viewer, id);
  return deps.members.list(viewer, toWhich(row), page);
}

const addMembers = (
  deps: AnyDependencies,
  viewer: Viewer,
  id: string,
  ids: readonly string[],
): Promise<SharedList> =>
  writeMembers(deps, viewer, { id, ids }, (current) => [...new Set([...current, ...ids])]);

const replaceMembers = (
  deps: AnyDependencies,
  viewer: Viewer,
  id: string,
  ids: readonly string[],
): Promise<SharedList> =>
  writeMembers(deps, viewer, { id, ids }, async (current) => {
    const visible = new Set(await deps.members.listVisible(viewer, current));
    return [...new Set([...ids, ...current.filter((one) => !visible.has(one))])];
  });

async function removeMember(
  deps: AnyDependencies,
  viewer: Viewer,
  id: string,
  memberId: string,
): Promise<void> {
  const { row } = await findList(deps, viewer, id);
  requireManual(deps, row);
  const [visible] = await deps.members.listVisible(viewer, [memberId]);
  const isGone =
    visible !== undefined &&
    (await changeMembers(deps, id, async (tx) => {
      const removed = await store.removeMember(tx, deps.tables, id, memberId);
      if (removed) await store.update(tx, deps.tables, id, { updatedAt: deps.clock() });
      return removed;
    }));
  if (!isGone) throw notFound(`member of the ${deps.words.one}`);
  deps.publish({ id, kind: 'updated' });
}

async function exists(deps: AnyDependencies, viewer: Viewer, id: string): Promise<boolean> {
  try {
    await findList(deps, viewer, id);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return false;
    throw error;
  }
}
