// Rules of collections and read lists: names are unique; members hidden from a user are not shown to them and cannot be
// removed by accident.

import type { KeptCondition } from '@lectern/contract/conditions/schemas';
import type { PageRequest } from '@lectern/contract/pagination';
import { maxLists, maxMembers, type SharedList } from '@lectern/contract/reading/book-lists';
import type { CoverChange, VisibilityEvidence } from '#catalog/changes.ts';
import { requireFieldPermissions } from '#catalog/conditions/field-permissions.ts';
import { limitToLibrary, type Viewer } from '#infrastructure/access/viewer.ts';
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
import { type PlainList, toBookList, toWhich } from './to-book-list.ts';
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

interface ListChoice {
  search?: string | undefined;
  libraryId?: string | undefined;
  memberId?: string | undefined;
}

const toNames = (name: string) => ({ name, nameFolded: fold(name), nameKey: toSortKey(name) });

interface CoverSelection extends CoverChange {
  coverId: string | null;
  within?(tx: Tx): Promise<void>;
}

export class ListService<Row extends Member> {
  readonly #deps: ListDependencies<Row>;

  constructor(deps: ListDependencies<Row>) {
    this.#deps = deps;
  }

  async get(viewer: Viewer, id: string): Promise<SharedList> {
    const { row, memberCount } = await this.#findList(viewer, id);
    return this.#describe(viewer, row, memberCount);
  }

  /** The same without ThumbHashes, in two statements. */
  async getPlain(viewer: Viewer, id: string): Promise<PlainList> {
    const { row, memberCount } = await this.#findList(viewer, id);
    return toBookList(row, memberCount);
  }

  /**
   * Source of a paginated response. Counts the visible members first, so that lists without any are omitted. Uses one
   * statement for all manual lists, and one for each automatic list. With `libraryId`, returns only lists with members in
   * this library. With `memberId`, returns only lists that contain it, if the viewer sees it.
   */
  async list(
    caller: Viewer,
    { search, libraryId, memberId }: ListChoice = {},
  ): Promise<PageSource<SharedList>> {
    const viewer = libraryId === undefined ? caller : limitToLibrary(caller, libraryId);
    const wanted = fold(search ?? '');
    const named = (await store.listAll(this.#deps.database.db, this.#deps.tables)).filter((row) =>
      row.nameFolded.includes(wanted),
    );
    const rows = memberId === undefined ? named : await this.#choose(viewer, named, memberId);
    const [counts, seenOf] = await Promise.all([
      store.countMembers(this.#deps.database.db, this.#deps.tables),
      this.#deps.members.countSeen(viewer),
    ]);
    const seen: { row: ListRow; visible: number }[] = [];
    for (const row of rows) {
      const all = counts.get(row.id) ?? 0;
      const visible =
        row.condition === null ? (seenOf.get(row.id) ?? 0) : await this.#countVisible(viewer, row);
      const isElsewhere = libraryId !== undefined && visible === 0;
      if (!isElsewhere && !this.#isHidden(viewer, row, { visible, all })) seen.push({ row, visible });
    }
    return {
      count: async () => seen.length,
      list: async ({ limit, offset }: Window) => {
        const page = seen.slice(offset, offset + limit);
        const toHashes = await readThumbHashes(
          this.#deps,
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

  listWithMembers(viewer: Viewer, which?: WhichLists): Promise<ListWithMembers[]> {
    return listWithMembers(this.#deps, viewer, which);
  }

  async getWithMembers(viewer: Viewer, id: string): Promise<ListWithMembers> {
    await this.#findList(viewer, id);
    const [found] = await listWithMembers(this.#deps, viewer, { id });
    if (!found) throw notFound(this.#deps.words.one);
    return found;
  }

  async create(viewer: Viewer, body: NewList): Promise<SharedList> {
    const { ids = [], condition } = body;
    const isAutomatic = condition !== undefined && condition !== null;
    if (isAutomatic && ids.length > 0) throw invalid(toIssue('body.ids', reason('condition_has_members')));
    if (isAutomatic) requireFieldPermissions(viewer, condition.condition);
    await this.#requireVisible(viewer, ids);
    const nowMs = this.#deps.clock();
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
    await this.#deps.database.transaction(async (tx) => {
      // Concurrent requests may exceed the limit slightly. It only prevents abuse.
      if ((await store.count(tx, this.#deps.tables)) >= maxLists)
        throw conflict(reason('lists_full', { list: this.#deps.words.one, max: maxLists }));
      await store.insert(tx, this.#deps.tables, row).catch((error) => this.#refuseTaken(error));
      await store.replaceMembers(tx, this.#deps.tables, row.id, { ids: [...new Set(ids)], nowMs });
    });
    this.#deps.publish({ id: row.id, kind: 'created' });
    return this.#getChanged(viewer, row.id);
  }

  async update(viewer: Viewer, id: string, body: ListUpdate): Promise<SharedList> {
    const { row } = await this.#findList(viewer, id);
    if (body.condition) requireFieldPermissions(viewer, body.condition.condition);
    const wanted: Partial<ListRow> = {
      ...(body.name !== undefined && toNames(body.name)),
      ...(body.summary !== undefined && { summary: body.summary }),
      ...(body.ordered !== undefined && { ordered: body.ordered ? 1 : 0 }),
      ...(body.condition !== undefined && {
        condition: body.condition === null ? null : JSON.stringify(body.condition.json),
      }),
    };
    if (hasAll(row, wanted)) return this.get(viewer, id);
    const isFrozen = wanted.condition === null && row.condition !== null;
    const frozen = isFrozen ? await this.#listShown(viewer, row) : undefined;
    await this.#changeMembers(id, async (tx) => {
      const nowMs = this.#deps.clock();
      await store
        .update(tx, this.#deps.tables, id, { ...wanted, updatedAt: nowMs })
        .catch((error) => this.#refuseTaken(error));
      if (frozen) await store.replaceMembers(tx, this.#deps.tables, id, { ids: frozen, nowMs });
      else if (typeof wanted.condition === 'string')
        await store.replaceMembers(tx, this.#deps.tables, id, { ids: [], nowMs });
    });
    this.#deps.publish({ id, kind: 'updated' });
    return this.#getChanged(viewer, id);
  }

  async remove(viewer: Viewer, id: string): Promise<void> {
    const { row } = await this.#findList(viewer, id);
    const evidence = await findVisibilityEvidence(this.#deps, row);
    await store.remove(this.#deps.database.db, this.#deps.tables, id);
    this.#deps.publish({ id, kind: 'deleted', evidence });
  }

  /** Id of the selected uploaded cover; null if none is selected. Throws `not_found`. */
  async coverOf(viewer: Viewer, id: string): Promise<string | null> {
    return (await this.#findList(viewer, id)).row.coverId;
  }

  /** Selects a cover. `within` runs in the same transaction. `removed` is set if the selected cover is deleted. */
  async setCover(viewer: Viewer, id: string, { coverId, within, removed }: CoverSelection): Promise<void> {
    const { row } = await this.#findList(viewer, id);
    if (row.coverId === coverId) return;
    await this.#changeMembers(id, async (tx) => {
      await within?.(tx);
      await store.update(tx, this.#deps.tables, id, { coverId, updatedAt: this.#deps.clock() });
    });
    this.#deps.publish({ id, kind: 'updated', cover: { removed } });
  }

  async members(viewer: Viewer, id: string, page: PageRequest): Promise<{ rows: Row[]; total: number }> {
    const { row } = await this.#findList(viewer, id);
    return this.#deps.members.list(viewer, toWhich(row), page);
  }

  add(viewer: Viewer, id: string, ids: readonly string[]): Promise<SharedList> {
    return this.#writeMembers(viewer, { id, ids }, (current) => [...new Set([...current, ...ids])]);
  }

  /** Replaces the members. Members hidden from the viewer cannot be removed: they remain at the end. */
  replace(viewer: Viewer, id: string, ids: readonly string[]): Promise<SharedList> {
    return this.#writeMembers(viewer, { id, ids }, async (current) => {
      const visible = new Set(await this.#deps.members.listVisible(viewer, current));
      return [...new Set([...ids, ...current.filter((one) => !visible.has(one))])];
    });
  }

  async removeMember(viewer: Viewer, id: string, memberId: string): Promise<void> {
    const { row } = await this.#findList(viewer, id);
    this.#requireManual(row);
    const [visible] = await this.#deps.members.listVisible(viewer, [memberId]);
    const isGone =
      visible !== undefined &&
      (await this.#changeMembers(id, async (tx) => {
        const removed = await store.removeMember(tx, this.#deps.tables, id, memberId);
        if (removed) await store.update(tx, this.#deps.tables, id, { updatedAt: this.#deps.clock() });
        return removed;
      }));
    if (!isGone) throw notFound(`member of the ${this.#deps.words.one}`);
    this.#deps.publish({ id, kind: 'updated' });
  }

  /** Publishes that a cover was deleted which was not selected. */
  publishRemovedCover(id: string): void {
    this.#deps.publish({ id, kind: 'updated', cover: { removed: { wasSelected: false } } });
  }

  /** Whether a deleted list was visible, judged by the viewer's current permissions. */
  existed(viewer: Viewer, evidence: VisibilityEvidence): Promise<boolean> {
    return didExist(this.#deps, viewer, evidence);
  }

  async exists(viewer: Viewer, id: string): Promise<boolean> {
    try {
      await this.#findList(viewer, id);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return false;
      throw error;
    }
  }

  /** The lists that contain the member. */
  async #choose(viewer: Viewer, rows: readonly ListRow[], memberId: string): Promise<ListRow[]> {
    const { database, tables, members } = this.#deps;
    const [visible] = await members.listVisible(viewer, [memberId]);
    if (visible === undefined) return [];
    const holding = new Set(await store.listHolding(database.db, tables, memberId));
    const chosen: ListRow[] = [];
    for (const row of rows) {
      const isIn =
        row.condition === null ? holding.has(row.id) : await members.has(viewer, toWhich(row), memberId);
      if (isIn) chosen.push(row);
    }
    return chosen;
  }

  #countVisible(viewer: Viewer, row: ListRow): Promise<number> {
    return this.#deps.members.count(viewer, toWhich(row));
  }

  #isHidden(viewer: Viewer, row: ListRow, counts: { visible: number; all: number }) {
    return isHiddenFrom(viewer, row, { ...counts, write: this.#deps.words.write });
  }

  async #findList(viewer: Viewer, id: string): Promise<{ row: ListRow; memberCount: number }> {
    const row = await store.find(this.#deps.database.db, this.#deps.tables, id);
    if (!row) throw notFound(this.#deps.words.one);
    const memberCount = await this.#countVisible(viewer, row);
    const all =
      memberCount > 0
        ? memberCount
        : (await store.listMembers(this.#deps.database.db, this.#deps.tables, id)).length;
    if (this.#isHidden(viewer, row, { visible: memberCount, all })) throw notFound(this.#deps.words.one);
    return { row, memberCount };
  }

  #refuseTaken(error: unknown): never {
    if (this.#deps.database.dialect.findUniqueViolation(error) === this.#deps.words.nameKey)
      throw conflict(reason('list_name_taken', { list: this.#deps.words.one }), { field: 'name' });
    throw error;
  }

  /** Changes members under a lock, so that concurrent additions are not lost. */
  #changeMembers<T>(id: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.database.dialect.lock(tx, `list ${id}`);
      return work(tx);
    });
  }

  async #requireVisible(viewer: Viewer, ids: readonly string[]): Promise<void> {
    const known = new Set(await this.#deps.members.listVisible(viewer, [...new Set(ids)]));
    const issues = ids.flatMap((id, i) =>
      known.has(id) ? [] : [toIssue(`body.ids.${i}`, reason('no_such_book'))],
    );
    if (issues.length > 0) throw invalid(issues.slice(0, 20));
  }

  #requireManual(row: ListRow): void {
    if (row.condition !== null) throw conflict(reason('list_automatic', { list: this.#deps.words.one }));
  }

  /** Writes new members computed from the given and the current ids. The viewer must see all given ids. */
  async #writeMembers(
    viewer: Viewer,
    { id, ids }: { id: string; ids: readonly string[] },
    toIds: (current: string[]) => string[] | Promise<string[]>,
  ): Promise<SharedList> {
    const { row } = await this.#findList(viewer, id);
    this.#requireManual(row);
    await this.#requireVisible(viewer, ids);
    const isNews = await this.#changeMembers(id, async (tx) => {
      const current = await store.listMembers(tx, this.#deps.tables, id);
      const wanted = await toIds(current);
      if (wanted.length > maxMembers)
        throw conflict(reason('list_full', { list: this.#deps.words.one, max: maxMembers }));
      if (wanted.length === current.length && wanted.every((id, i) => id === current[i])) return false;
      const nowMs = this.#deps.clock();
      await store.replaceMembers(tx, this.#deps.tables, id, { ids: wanted, nowMs });
      await store.update(tx, this.#deps.tables, id, { updatedAt: nowMs });
      return true;
    });
    if (isNews) this.#deps.publish({ id, kind: 'updated' });
    return this.#getChanged(viewer, id);
  }

  async #describe(viewer: Viewer, row: ListRow, memberCount: number): Promise<SharedList> {
    const toHashes = await readThumbHashes(this.#deps, viewer, [row]);
    return { ...toBookList(row, memberCount), thumbHashes: toHashes(row) };
  }

  /** Returns the list after a change by the viewer, even if its remaining members are hidden from the viewer. */
  async #getChanged(viewer: Viewer, id: string): Promise<SharedList> {
    const row = await store.find(this.#deps.database.db, this.#deps.tables, id);
    if (!row) throw notFound(this.#deps.words.one);
    return this.#describe(viewer, row, await this.#countVisible(viewer, row));
  }

  async #listShown(viewer: Viewer, row: ListRow): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ids.length < maxMembers; page++) {
      const { rows } = await this.#deps.members.list(viewer, toWhich(row), { page, pageSize: 500 });
      ids.push(...rows.map(({ id }) => id));
      if (rows.length < 500) break;
    }
    return ids.slice(0, maxMembers);
  }
}
