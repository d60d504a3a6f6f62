// The rules of sharing tags: names are unique, and a tag that restricts a user cannot be deleted.
import type { SharingTag } from '@lectern/contract/identity/sharing-tags';
import type { Catalog } from '#catalog/catalog.ts';
import { seriesChanged } from '#catalog/changes.ts';
import { toScope } from '#catalog/visible.ts';
import { can, system, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, invalid, notFound, reason, toIssue } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { PageSource } from '#infrastructure/http/routes/pagination.ts';
import { newId } from '#infrastructure/ids.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import { type CountedTag, createSharingTagStore, type SharingTagStore } from './store.ts';

interface Change {
  name?: string | undefined;
  description?: string | null | undefined;
}

export class SharingTagService {
  readonly #database: Database;
  readonly #catalog: Catalog;
  readonly #store: SharingTagStore;
  readonly #events: EventBus;
  readonly #clock: Clock;

  constructor(database: Database, catalog: Catalog, events: EventBus, clock: Clock) {
    this.#database = database;
    this.#catalog = catalog;
    this.#store = createSharingTagStore(database.db);
    this.#events = events;
    this.#clock = clock;
  }

  async get(viewer: Viewer, id: string): Promise<SharingTag> {
    const row = await this.#store.find(await toScope(this.#catalog.libraries, viewer), id);
    if (!row) throw notFound('sharing tag');
    return toSharingTag(row);
  }

  list(viewer: Viewer): PageSource<SharingTag> {
    return {
      count: this.#store.count,
      list: async (window) =>
        (await this.#store.list(await toScope(this.#catalog.libraries, viewer), window)).map(toSharingTag),
    };
  }

  async create(viewer: Viewer, { name, description = null }: Change & { name: string }): Promise<SharingTag> {
    const nowMs = this.#clock();
    const id = newId(nowMs);
    await this.#store
      .insert({ id, ...toNames(name), description, createdAt: nowMs, updatedAt: nowMs })
      .catch((error) => this.#refuseTaken(error));
    return this.get(viewer, id);
  }

  /** Returns the tag with this name and creates it if necessary. */
  async ensure(name: string, description: string | null = null): Promise<{ id: string; isNew: boolean }> {
    const known = await this.#store.findByName(fold(name));
    if (known) return { id: known.id, isNew: false };
    return { id: (await this.create(system, { name, description })).id, isNew: true };
  }

  /**
   * Returns ids of the tags with these names. Viewers with `users:write` create tags for new names. For other viewers,
   * throws `validation_failed` with the path of each unknown name.
   */
  async resolveNames(viewer: Viewer, names: readonly string[], path: string): Promise<string[]> {
    if (can(viewer, 'users:write')) {
      const ids: string[] = [];
      for (const name of names) ids.push((await this.ensure(name)).id);
      return ids;
    }
    const found = await Promise.all(names.map((name) => this.#store.findByName(fold(name))));
    const issues = found.flatMap((tag, i) => (tag ? [] : [toIssue(`${path}.${i}`, reason('no_such_tag'))]));
    if (issues.length > 0) throw invalid(issues);
    return found.flatMap((tag) => tag?.id ?? []);
  }

  async update(viewer: Viewer, id: string, body: Change): Promise<SharingTag> {
    const current = await this.get(viewer, id);
    const { name = current.name, description = current.description } = body;
    if (name === current.name && description === current.description) return current;
    await this.#store
      .update(id, { ...toNames(name), description, updatedAt: this.#clock() })
      .catch((error) => this.#refuseTaken(error));
    return this.get(viewer, id);
  }

  async remove(viewer: Viewer, id: string): Promise<void> {
    await this.get(viewer, id);
    const users = await this.#store.countUsersNaming(id);
    if (users > 0) throw conflict(reason('tag_restricts', { users }), { users });
    await this.#store.remove(id);
  }

  /** Names of all tags by id, in order. */
  listNames(): Promise<ReadonlyMap<string, string>> {
    return this.#store.listNames();
  }

  /** Returns the tag names of each series with tags, by series id. */
  listNamesOfSeries(seriesIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.#store.listNamesOfSeries(seriesIds);
  }

  async getOfSeries(viewer: Viewer, seriesId: string) {
    await this.#catalog.series.get(viewer, seriesId);
    return { sharingTags: await this.#store.listOfSeries(seriesId) };
  }

  /** The existing tags of the series are kept. */
  async addToSeries(seriesId: string, tagIds: readonly string[]): Promise<void> {
    const { sharingTags } = await this.getOfSeries(system, seriesId);
    await this.setOfSeries(system, { seriesId, tagIds: [...sharingTags.map(({ id }) => id), ...tagIds] });
  }

  /** Replaces the tags of a series. */
  async setOfSeries(viewer: Viewer, { seriesId, tagIds }: { seriesId: string; tagIds: readonly string[] }) {
    const { libraryId } = await this.#catalog.series.get(viewer, seriesId);
    const wanted = [...new Set(tagIds)];
    const known = await this.#store.listKnown(wanted);
    const issues = tagIds.flatMap((id, i) =>
      known.has(id) ? [] : [toIssue(`body.tagIds.${i}`, reason('no_such_tag'))],
    );
    if (issues.length > 0) throw invalid(issues);
    const isChanged = await this.#database.transaction(async (tx) => {
      // The last of two concurrent requests wins; their tags are not merged.
      await this.#database.dialect.lock(tx, `sharing tags ${seriesId}`);
      const before = (await this.#store.listOfSeries(seriesId, tx)).map(({ id }) => id);
      if (before.length === wanted.length && before.every((id) => wanted.includes(id))) return false;
      await this.#store.replaceOfSeries(tx, seriesId, wanted);
      return true;
    });
    if (isChanged) this.#events.publish(seriesChanged, { seriesIds: [seriesId], libraryId });
    return { sharingTags: await this.#store.listOfSeries(seriesId) };
  }

  #refuseTaken(error: unknown): never {
    if (this.#database.dialect.findUniqueViolation(error) === 'sharingTag_nameFolded_key')
      throw conflict(reason('tag_name_taken'), { field: 'name' });
    throw error;
  }
}

const toNames = (name: string) => ({ name, nameFolded: fold(name), nameKey: toSortKey(name) });

const toSharingTag = ({
  id,
  name,
  description,
  seriesCount,
  createdAt,
  updatedAt,
}: CountedTag): SharingTag => ({
  id,
  name,
  description,
  seriesCount: Number(seriesCount),
  createdAt: toTime(createdAt),
  updatedAt: toTime(updatedAt),
});
