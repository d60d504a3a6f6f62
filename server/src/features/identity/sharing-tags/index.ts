// Sharing tags: they show series to a user or hide them.
import { sharingTags as contract } from '@lectern/contract/identity/sharing-tags';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import {
  createTag,
  ensureTag,
  getTag,
  getTagsOfSeries,
  listTags,
  removeTag,
  resolveNames,
  type SharingTagDependencies,
  setTagsOfSeries,
  updateTag,
} from './service.ts';
import { createSharingTagStore } from './store.ts';

/** For imports, which act on behalf of the server, and for the compatibility API, which identifies tags by name. */
export interface SharingTagService {
  /** Returns the tag with this name and creates it if necessary. */
  ensure(name: string, description?: string | null): Promise<{ id: string; isNew: boolean }>;
  /** The existing tags of the series are kept. */
  addToSeries(seriesId: string, tagIds: readonly string[]): Promise<void>;
  /** Names of all tags by id, in order. */
  listNames(): Promise<ReadonlyMap<string, string>>;
  /** Returns the tag names of each series with tags, by series id. */
  listNamesOfSeries(seriesIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * Returns ids of the tags with these names. Viewers with `users:write` create tags for new
   * names. For other viewers, throws `validation_failed` with the path of each unknown name.
   */
  resolveNames(viewer: Viewer, names: readonly string[], path: string): Promise<string[]>;
  /** Replaces the tags of a series. */
  setOfSeries(viewer: Viewer, change: { seriesId: string; tagIds: readonly string[] }): Promise<void>;
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
    ensure: (name, description = null) => ensureTag(deps, name, description),
    async addToSeries(seriesId, tagIds) {
      const { sharingTags } = await getTagsOfSeries(deps, system, seriesId);
      const all = [...sharingTags.map(({ id }) => id), ...tagIds];
      await setTagsOfSeries(deps, system, { seriesId, tagIds: all });
    },
    listNames: () => deps.store.listNames(),
    listNamesOfSeries: (seriesIds) => deps.store.listNamesOfSeries(seriesIds),
    resolveNames: (viewer, names, path) => resolveNames(deps, viewer, names, path),
    async setOfSeries(viewer, change) {
      await setTagsOfSeries(deps, viewer, change);
    },
  };
  return { routes, service };
}
