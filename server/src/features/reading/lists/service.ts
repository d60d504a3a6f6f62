// The rules of collections and read lists: one of a name; what a caller does not see of the
// members they do not learn of, and cannot remove by accident.
import { maxLists, maxMembers, type SharedList } from '@lectern/contract/book-lists';
import type { PageRequest } from '@lectern/contract/pagination';
import type { VisibilityEvidence } from '#catalog/changes.ts';
import { requireFieldPermissions } from '#catalog/conditions/field-permissions.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { hasAll } from '#infrastructure/equality.ts';
import { conflict, invalid, notFound, Problem } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { ListDependencies } from './dependencies.ts';
import type { ListRow, Window } from './store.ts';
import { toBookList, toWhich } from './to-book-list.ts';
import { isHiddenFrom, type ListWithMembers, listWithMembers, type WhichLists } from './with-members.ts';

export interface NewList {
  name: string;
  summary?: string | null | undefined;
  ordered: boolean;
  condition?: unknown;
  ids?: readonly string[] | undefined;
}

export type ListService<Row> = ReturnType<typeof createListService<Row>>;

const toNames = (name: string) => ({ name, nameFolded: fold(name), nameKey: toSortKey(name) });

export function createListService<Row>(deps: ListDependencies<Row>) {
  const { database, store, members, words, publish, clock } = deps;
  const { db } = database;

  const countVisible = async (viewer: Viewer, row: ListRow): Promise<number> =>
    (await members.list(viewer, toWhich(row), { page: 1, pageSize: 1 })).total;

  const isHidden = (viewer: Viewer, row: ListRow, counts: { visible: number; all: number }) =>
    isHiddenFrom(viewer, row, { ...counts, write: words.write });

  async function find(viewer: Viewer, id: string): Promise<{ row: ListRow; memberCount: number }> {
    const row = await store.find(id);
    if (!row) throw notFound(words.one);
    const memberCount = await countVisible(viewer, row);
    const all = memberCount > 0 ? memberCount : (await store.listMembers(db, id)).length;
    if (isHidden(viewer, row, { visible: memberCount, all })) throw notFound(words.one);
    return { row, memberCount };
  }

  const refuseTaken = (error: unknown): never => {
    if (database.dialect.findUniqueViolation(error) === words.nameKey)
      throw conflict(`There is a ${words.one} of this name`, { field: 'name' });
    throw error;
  };

  /** Changes members under a lock, so that of two who add at once neither is lost. */
  const change = <T>(id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await database.dialect.lock(tx, `gathering ${id}`);
      return work(tx);
    });

  async function requireVisible(viewer: Viewer, ids: readonly string[]): Promise<void> {
    const known = new Set(await members.listVisible(viewer, [...new Set(ids)]));
    const issues = ids.flatMap((id, i) =>
      known.has(id) ? [] : [{ path: `body.ids.${i}`, message: 'There is no such thing' }],
    );
    if (issues.length > 0) throw invalid(issues.slice(0, 20));
  }

  function requireManual(row: ListRow): void {
    if (row.condition !== null)
      throw conflict(`The ${words.one} is automatic: its condition says what it holds`);
  }

  async function writeMembers(
    viewer: Viewer,
    row: ListRow,
    toIds: (current: string[]) => string[] | Promise<string[]>,
  ): Promise<SharedList> {
    requireManual(row);
    const isNews = await change(row.id, async (tx) => {
      const current = await store.listMembers(tx, row.id);
      const wanted = await toIds(current);
      if (wanted.length > maxMembers) throw conflict(`At most ${maxMembers} are gathered in one`);
      if (wanted.length === current.length && wanted.every((id, i) => id === current[i])) return false;
      const nowMs = clock();
      await store.replaceMembers(tx, row.id, { ids: wanted, nowMs });
      await store.update(tx, row.id, { updatedAt: nowMs });
      return true;
    });
    if (isNews) publish({ id: row.id, kind: 'updated' });
    return get(viewer, row.id);
  }

  async function get(viewer: Viewer, id: string): Promise<SharedList> {
    const { row, memberCount } = await find(viewer, id);
    return toBookList(row, memberCount);
  }

  return {
    get,

    /**
     * What a paginated answer is read from. Counts what is seen of each, so that none is listed in vain: of all in
     * one statement, of each automatic one in its own.
     */
    async list(viewer: Viewer, search: string | undefined) {
      const wanted = fold(search ?? '');
      const rows = (await store.listAll()).filter((row) => row.nameFolded.includes(wanted));
      const [counts, seenOf] = await Promise.all([store.countMembers(), members.countSeen(viewer)]);
      const seen: { row: ListRow; visible: number }[] = [];
      for (const row of rows) {
        const all = counts.get(row.id) ?? 0;
        const visible = row.condition === null ? (seenOf.get(row.id) ?? 0) : await countVisible(viewer, row);
        if (!isHidden(viewer, row, { visible, all })) seen.push({ row, visible });
      }
      return {
        count: async () => seen.length,
        list: async ({ limit, offset }: Window) =>
          seen.slice(offset, offset + limit).map(({ row, visible }) => toBookList(row, visible)),
      };
    },

    listWithMembers: (viewer: Viewer, which?: WhichLists) => listWithMembers(deps, viewer, which),

    async getWithMembers(viewer: Viewer, id: string): Promise<ListWithMembers> {
      await find(viewer, id);
      const [found] = await listWithMembers(deps, viewer, { id });
      if (!found) throw notFound(words.one);
      return found;
    },

    async create(viewer: Viewer, body: NewList): Promise<SharedList> {
      const { ids = [], condition } = body;
      const isAutomatic = condition !== undefined && condition !== null;
      if (isAutomatic && ids.length > 0)
        throw invalid({ path: 'body.ids', message: 'A condition says already what is in it' });
      if (isAutomatic) requireFieldPermissions(viewer, members.parse(condition));
      await requireVisible(viewer, ids);
      const nowMs = clock();
      const row: ListRow = {
        id: newId(nowMs),
        ...toNames(body.name),
        summary: body.summary ?? null,
        ordered: body.ordered ? 1 : 0,
        condition: isAutomatic ? JSON.stringify(condition) : null,
        coverId: null,
        createdAt: nowMs,
        updatedAt: nowMs,
      };
      await database.transaction(async (tx) => {
        // Two at once may make one more: the limit is against floods.
        if ((await store.count(tx)) >= maxLists)
          throw conflict(`At most ${maxLists} ${words.one}s are kept; remove one first`);
        await store.insert(tx, row).catch(refuseTaken);
        await store.replaceMembers(tx, row.id, { ids: [...new Set(ids)], nowMs });
      });
      publish({ id: row.id, kind: 'created' });
      return get(viewer, row.id);
    },

    async update(
      viewer: Viewer,
      id: string,
      body: {
        name?: string | undefined;
        summary?: string | null | undefined;
        ordered?: boolean | undefined;
        condition?: unknown;
      },
    ): Promise<SharedList> {
      const { row } = await find(viewer, id);
      if (body.condition) requireFieldPermissions(viewer, members.parse(body.condition));
      const wanted: Partial<ListRow> = {
        ...(body.name !== undefined && toNames(body.name)),
        ...(body.summary !== undefined && { summary: body.summary }),
        ...(body.ordered !== undefined && { ordered: body.ordered ? 1 : 0 }),
        ...(body.condition !== undefined && {
          condition: body.condition === null ? null : JSON.stringify(body.condition),
        }),
      };
      if (hasAll(row, wanted)) return get(viewer, id);
      const isFrozen = wanted.condition === null && row.condition !== null;
      const frozen = isFrozen ? await listShown(viewer, row) : undefined;
      await change(id, async (tx) => {
        const nowMs = clock();
        await store.update(tx, id, { ...wanted, updatedAt: nowMs }).catch(refuseTaken);
        if (frozen) await store.replaceMembers(tx, id, { ids: frozen, nowMs });
        else if (typeof wanted.condition === 'string') await store.replaceMembers(tx, id, { ids: [], nowMs });
      });
      publish({ id, kind: 'updated' });
      return get(viewer, id);
    },

    async remove(viewer: Viewer, id: string): Promise<void> {
      const { row } = await find(viewer, id);
      const evidence = await findVisibilityEvidence(row);
      await store.remove(id);
      publish({ id, kind: 'deleted', evidence });
    },

    /** The uploaded cover that is shown; null where there is none. Throws not_found. */
    coverOf: async (viewer: Viewer, id: string): Promise<string | null> =>
      (await find(viewer, id)).row.coverId,

    async setCover(viewer: Viewer, id: string, coverId: string | null): Promise<void> {
      const { row } = await find(viewer, id);
      if (row.coverId === coverId) return;
      await change(id, (tx) => store.update(tx, id, { coverId, updatedAt: clock() }));
      publish({ id, kind: 'updated' });
    },

    async members(viewer: Viewer, id: string, page: PageRequest) {
      const { row } = await find(viewer, id);
      return members.list(viewer, toWhich(row), page);
    },

    async add(viewer: Viewer, id: string, ids: readonly string[]): Promise<SharedList> {
      const { row } = await find(viewer, id);
      requireManual(row);
      await requireVisible(viewer, ids);
      return writeMembers(viewer, row, (current) => [...new Set([...current, ...ids])]);
    },

    /** Members that the viewer does not see were not theirs to leave out: they stay, at the end. */
    async replace(viewer: Viewer, id: string, ids: readonly string[]): Promise<SharedList> {
      const { row } = await find(viewer, id);
      requireManual(row);
      await requireVisible(viewer, ids);
      return writeMembers(viewer, row, async (current) => {
        const visible = new Set(await members.listVisible(viewer, current));
        return [...new Set([...ids, ...current.filter((one) => !visible.has(one))])];
      });
    },

    async removeMember(viewer: Viewer, id: string, memberId: string): Promise<void> {
      const { row } = await find(viewer, id);
      requireManual(row);
      const [visible] = await members.listVisible(viewer, [memberId]);
      const isGone =
        visible !== undefined &&
        (await change(id, async (tx) => {
          const removed = await store.removeMember(tx, id, memberId);
          if (removed) await store.update(tx, id, { updatedAt: clock() });
          return removed;
        }));
      if (!isGone) throw notFound(`member of the ${words.one}`);
      publish({ id, kind: 'updated' });
    },

    /** Whether a list that is gone existed for the viewer, as the viewer is now. */
    async existed(viewer: Viewer, evidence: VisibilityEvidence): Promise<boolean> {
      if (can(viewer, words.write) || evidence.kind === 'anybody') return true;
      if (evidence.kind === 'series')
        return (await members.visibleSeries(viewer, evidence.seriesIds)).size > 0;
      const { total } = await members.list(viewer, evidence, { page: 1, pageSize: 1 });
      return total > 0;
    },

    exists: async (viewer: Viewer, id: string): Promise<boolean> => {
      try {
        await find(viewer, id);
        return true;
      } catch (error) {
        if (error instanceof Problem && error.code === 'not_found') return false;
        throw error;
      }
    },
  };

  /** What is left to tell who saw the list, once it is gone. */
  async function findVisibilityEvidence({ id, condition }: ListRow): Promise<VisibilityEvidence> {
    if (condition !== null) return { kind: 'condition', condition: JSON.parse(condition) };
    const ids = await store.listMembers(db, id);
    return ids.length === 0
      ? { kind: 'anybody' }
      : { kind: 'series', seriesIds: await members.findWitnesses(ids) };
  }

  async function listShown(viewer: Viewer, row: ListRow): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ids.length < maxMembers; page++) {
      const { rows } = await members.list(viewer, toWhich(row), { page, pageSize: 500 });
      ids.push(...rows.map((one) => (one as { id: string }).id));
      if (rows.length < 500) break;
    }
    return ids.slice(0, maxMembers);
  }
}
