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
import type { CountedTag, SharingTagStore } from './store.ts';

export interface SharingTagDependencies {
  database: Database;
  catalog: Catalog;
  store: SharingTagStore;
  events: EventBus;
  clock: Clock;
}

interface Change {
  name?: string | undefined;
  description?: string | null | undefined;
}

export async function getTag(
  { catalog, store }: SharingTagDependencies,
  viewer: Viewer,
  id: string,
): Promise<SharingTag> {
  const row = await store.find(await toScope(catalog.libraries, viewer), id);
  if (!row) throw notFound('sharing tag');
  return toSharingTag(row);
}

export const listTags = (
  { catalog, store }: SharingTagDependencies,
  viewer: Viewer,
): PageSource<SharingTag> => ({
  count: store.count,
  list: async (window) =>
    (await store.list(await toScope(catalog.libraries, viewer), window)).map(toSharingTag),
});

function refuseTaken({ database }: SharingTagDependencies, error: unknown): never {
  if (database.dialect.findUniqueViolation(error) === 'sharingTag_nameFolded_key')
    throw conflict(reason('tag_name_taken'), { field: 'name' });
  throw error;
}

const toNames = (name: string) => ({ name, nameFolded: fold(name), nameKey: toSortKey(name) });

export async function createTag(
  deps: SharingTagDependencies,
  viewer: Viewer,
  { name, description = null }: Change & { name: string },
): Promise<SharingTag> {
  const nowMs = deps.clock();
  const id = newId(nowMs);
  await deps.store
    .insert({ id, ...toNames(name), description, createdAt: nowMs, updatedAt: nowMs })
    .catch((error) => refuseTaken(deps, error));
  return getTag(deps, viewer, id);
}

/** Returns the tag with this name and creates it if necessary. */
export async function ensureTag(deps: SharingTagDependencies, name: string, description: string | null) {
  const known = await deps.store.findByName(fold(name));
  if (known) return { id: known.id, isNew: false };
  return { id: (await createTag(deps, system, { name, description })).id, isNew: true };
}

export async function resolveNames(
  deps: SharingTagDependencies,
  viewer: Viewer,
  names: readonly string[],
  path: string,
): Promise<string[]> {
  if (can(viewer, 'users:write')) {
    const ids: string[] = [];
    for (const name of names) ids.push((await ensureTag(deps, name, null)).id);
    return ids;
  }
  const found = await Promise.all(names.map((name) => deps.store.findByName(fold(name))));
  const issues = found.flatMap((tag, i) => (tag ? [] : [toIssue(`${path}.${i}`, reason('no_such_tag'))]));
  if (issues.length > 0) throw invalid(issues);
  return found.flatMap((tag) => tag?.id ?? []);
}

export async function updateTag(
  deps: SharingTagDependencies,
  viewer: Viewer,
  id: string,
  body: Change,
): Promise<SharingTag> {
  const current = await getTag(deps, viewer, id);
  const { name = current.name, description = current.description } = body;
  if (name === current.name && description === current.description) return current;
  await deps.store
    .update(id, { ...toNames(name), description, updatedAt: deps.clock() })
    .catch((error) => refuseTaken(deps, error));
  return getTag(deps, viewer, id);
}

export async function removeTag(deps: SharingTagDependencies, viewer: Viewer, id: string): Promise<void> {
  await getTag(deps, viewer, id);
  const users = await deps.store.countUsersNaming(id);
  if (users > 0) throw conflict(reason('tag_restricts', { users }), { users });
  await deps.store.remove(id);
}

export async function getTagsOfSeries(
  { catalog, store }: SharingTagDependencies,
  viewer: Viewer,
  seriesId: string,
) {
  await catalog.series.get(viewer, seriesId);
  return { sharingTags: await store.listOfSeries(seriesId) };
}

export async function setTagsOfSeries(
  { database, catalog, store, events }: SharingTagDependencies,
  viewer: Viewer,
  { seriesId, tagIds }: { seriesId: string; tagIds: readonly string[] },
) {
  const { libraryId } = await catalog.series.get(viewer, seriesId);
  const wanted = [...new Set(tagIds)];
  const known = await store.listKnown(wanted);
  const issues = tagIds.flatMap((id, i) =>
    known.has(id) ? [] : [toIssue(`body.tagIds.${i}`, reason('no_such_tag'))],
  );
  if (issues.length > 0) throw invalid(issues);
  const isChanged = await database.transaction(async (tx) => {
    // The last of two concurrent requests wins; their tags are not merged.
    await database.dialect.lock(tx, `sharing tags ${seriesId}`);
    const before = (await store.listOfSeries(seriesId, tx)).map(({ id }) => id);
    if (before.length === wanted.length && before.every((id) => wanted.includes(id))) return false;
    await store.replaceOfSeries(tx, seriesId, wanted);
    return true;
  });
  if (isChanged) events.publish(seriesChanged, { seriesIds: [seriesId], libraryId });
  return { sharingTags: await store.listOfSeries(seriesId) };
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
