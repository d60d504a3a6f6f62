// Sharing tags: they include series in, or exclude them from, what a user sees.
import { sharingTags as contract } from '@lectern/contract/sharing-tags';
import { system } from '#infrastructure/access/viewer.ts';
import { answer } from '#infrastructure/http/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { readPage } from '#infrastructure/http/pagination.ts';
import { fold } from '#infrastructure/text/fold.ts';
import {
  createTag,
  getTag,
  getTagsOfSeries,
  listTags,
  removeTag,
  type SharingTagDependencies,
  setTagsOfSeries,
  updateTag,
} from './service.ts';
import { createSharingTagStore } from './store.ts';

/** For moving in from another server, on behalf of the server itself. */
export interface SharingTagService {
  /** The tag of this name, made where it is new. */
  ensure(name: string, description?: string | null): Promise<{ id: string; isNew: boolean }>;
  /** The series keeps the tags that it has. */
  addToSeries(seriesId: string, tagIds: readonly string[]): Promise<void>;
}

export function createSharingTags(parts: Omit<SharingTagDependencies, 'store'>): {
  routes: MountedRoute[];
  service: SharingTagService;
} {
  const deps = { ...parts, store: createSharingTagStore(parts.database.db) };
  const routes = implement(contract, {
    list: ({ viewer, query, request }) => readPage(query, request.url, listTags(deps, viewer)),
    create: async ({ viewer, body }) => answer(await createTag(deps, viewer, body), { status: 201 }),
    get: ({ viewer, params }) => getTag(deps, viewer, params.id),
    update: ({ viewer, params, body }) => updateTag(deps, viewer, params.id, body),
    remove: ({ viewer, params }) => removeTag(deps, viewer, params.id),
    getOfSeries: ({ viewer, params }) => getTagsOfSeries(deps, viewer, params.id),
    setOfSeries: ({ viewer, params: { id }, body: { tagIds } }) =>
      setTagsOfSeries(deps, viewer, { seriesId: id, tagIds }),
  });
  const service: SharingTagService = {
    async ensure(name, description = null) {
      const known = await deps.store.findByName(fold(name));
      if (known) return { id: known.id, isNew: false };
      return { id: (await createTag(deps, system, { name, description })).id, isNew: true };
    },
    async addToSeries(seriesId, tagIds) {
      const { sharingTags } = await getTagsOfSeries(deps, system, seriesId);
      const all = [...sharingTags.map(({ id }) => id), ...tagIds];
      await setTagsOfSeries(deps, system, { seriesId, tagIds: all });
    },
  };
  return { routes, service };
}
