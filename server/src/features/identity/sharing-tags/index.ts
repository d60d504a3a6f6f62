// Sharing tags: they include series in, or exclude them from, what a user sees.
import { sharingTags as contract } from '@lectern/contract/sharing-tags';
import { answer } from '#infrastructure/http/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { readPage } from '#infrastructure/http/pagination.ts';
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

export function createSharingTags(parts: Omit<SharingTagDependencies, 'store'>): { routes: MountedRoute[] } {
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
  return { routes };
}
