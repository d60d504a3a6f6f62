// The rules of sharing tags: one of a name, none deleted that keeps somebody from seeing something.
import type { SharingTag } from '@lectern/contract/sharing-tags';
import type { Catalog } from '#catalog/catalog.ts';
import { seriesChanged } from '#catalog/changes.ts';
import { toScope } from '#catalog/visible.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, invalid, notFound, reason, toIssue } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { newId } from '#infrastructure/ids.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { CountedTag, SharingTagStore } from './store.ts';

interface Dependencies {
  database: Database;
  catalog: Catalog;
  store: SharingTagStore;
  events: EventBus;
  clock: Clock;
}

export type SharingTagService = ReturnType<typeof createSharingTagService>;

export function createSharingTagService({ database, catalog, store, events, clock }: Dependencies) {
  async function get(viewer: Viewer, id: string): Promise<SharingTag> {
    const row = await store.find(await toScope(catalog.libraries, viewer), id);
    if (!row) throw notFound('sharing tag');
    return toSharingTag(row);
  }
  const refuseTaken = (error: unknown): never => {
    if (database.dialect.findUniqueViolation(error) === 'sharingTag_nameFolded_key')
      throw conflict(reason('tag_name_taken'), { field: 'name' });
    throw error;
  };
  const toNames = (name: string) => ({ name, nameFolded: fold(name), nameKey: toSortKey(name) });

  return {
    get,
    count: () => store.count(),
    list: async (viewer: Viewer, window: { limit: number; offset: number }) =>
      (await store.list(await toScope(catalog.libraries, viewer), window)).map(toSharingTag),

    async create(
      viewer: Viewer,
      { name, description = null }: { name: string; description?: string | null | undefined },
    ) {
      const nowMs = clock();
      const id = newId(nowMs);
      await store
        .insert({ id, ...toNames(name), description, createdAt: nowMs, updatedAt: nowMs })
        .catch(refuseTaken);
      return get(viewer, id);
    },

    async update(
      viewer: Viewer,
      id: string,
      body: { name?: string | undefined; description?: string | null | undefined },
    ) {
      const { name, description } = await get(viewer, id);
      const wanted = { name: body.name ?? name, description: body.description ?? null };
      if (body.description === undefined) wanted.description = description;
      if (wanted.name !== name || wanted.description !== description) {
        const change = { ...toNames(wanted.name), description: wanted.description, updatedAt: clock() };
        await store.update(id, change).catch(refuseTaken);
      }
      return get(viewer, id);
    },

    async remove(viewer: Viewer, id: string): Promise<void> {
      await get(viewer, id);
      const users = await store.countUsersNaming(id);
      if (users > 0) {
        throw conflict(reason('tag_restricts', { users }), {
          users,
        });
      }
      await store.remove(id);
    },

    async getOfSeries(viewer: Viewer, seriesId: string) {
      await catalog.series.get(viewer, seriesId);
      return { sharingTags: await store.listOfSeries(seriesId) };
    },

    async setOfSeries(viewer: Viewer, seriesId: string, tagIds: readonly string[]) {
      const { libraryId } = await catalog.series.get(viewer, seriesId);
      const wanted = [...new Set(tagIds)];
      const known = await store.listKnown(wanted);
      const issues = tagIds.flatMap((id, i) =>
        known.has(id) ? [] : [toIssue(`body.tagIds.${i}`, reason('no_such_tag'))],
      );
      if (issues.length > 0) throw invalid(issues);
      const isChanged = await database.transaction(async (tx) => {
        // Of two who set them at the same moment the last one is right, not both together.
        await database.dialect.lock(tx, `sharing tags ${seriesId}`);
        const before = (await store.listOfSeries(seriesId, tx)).map(({ id }) => id);
        if (before.length === wanted.length && before.every((id) => wanted.includes(id))) return false;
        await store.replaceOfSeries(tx, seriesId, wanted);
        return true;
      });
      if (isChanged) events.publish(seriesChanged, { seriesIds: [seriesId], libraryId });
      return { sharingTags: await store.listOfSeries(seriesId) };
    },
  };
}

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
