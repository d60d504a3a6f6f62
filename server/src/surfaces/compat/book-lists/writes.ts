// Creates, changes and deletes collections and read lists.

import { id, idParams } from '@lectern/contract/fields';
import { listNameSchema, maxMembers } from '@lectern/contract/reading/book-lists';
import { empty, json, routes } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { collectionShape, readListShape, toCollection, toReadList } from '../shapes/book-list.ts';
import { changeList } from './pinned.ts';

const members = z.array(id).max(maxMembers);
const summary = z.string().max(10_000);

const collectionBody = z.object({
  name: listNameSchema,
  ordered: z.boolean().default(false),
  seriesIds: members,
});
const readListBody = z.object({
  name: listNameSchema,
  summary: summary.default(''),
  ordered: z.boolean().default(true),
  bookIds: members,
});
const collectionPatch = z.object({
  name: listNameSchema.nullish(),
  ordered: z.boolean().nullish(),
  seriesIds: members.nullish(),
});
const readListPatch = z.object({
  name: listNameSchema.nullish(),
  summary: summary.nullish(),
  ordered: z.boolean().nullish(),
  bookIds: members.nullish(),
});

const done = { 204: empty() };
const patch = <const A extends Permission, B extends z.ZodType>(path: `/${string}`, access: A, body: B) =>
  ({
    method: 'PATCH',
    path: `/{prefix}${path}`,
    summary: '',
    access,
    params: idParams,
    body,
    answers: done,
  }) as const;
const remove = <const A extends Permission>(path: `/${string}`, access: A) =>
  ({
    method: 'DELETE',
    path: `/{prefix}${path}`,
    summary: '',
    access,
    params: idParams,
    answers: done,
  }) as const;

const contract = routes(
  'Compatible list writes',
  'Collections and read lists of apps made for another server.',
  {
    createCollection: {
      method: 'POST',
      path: '/{prefix}/api/v1/collections',
      summary: '',
      access: 'collections:write',
      body: collectionBody,
      answers: { 200: json(collectionShape) },
    },
    updateCollection: patch('/api/v1/collections/{id}', 'collections:write', collectionPatch),
    removeCollection: remove('/api/v1/collections/{id}', 'collections:write'),
    createReadList: {
      method: 'POST',
      path: '/{prefix}/api/v1/readlists',
      summary: '',
      access: 'readlists:write',
      body: readListBody,
      answers: { 200: json(readListShape) },
    },
    updateReadList: patch('/api/v1/readlists/{id}', 'readlists:write', readListPatch),
    removeReadList: remove('/api/v1/readlists/{id}', 'readlists:write'),
  },
);

export function createListWrites(deps: CompatDependencies): MountedRoute[] {
  const { collections, readLists } = deps.services.lists;
  return implement(contract, {
    async createCollection({ viewer, body: { name, ordered, seriesIds } }) {
      const { id: made } = await collections.create(viewer, { name, ordered, ids: seriesIds });
      return toCollection(await collections.getWithMembers(viewer, made));
    },
    updateCollection: ({ viewer, params: { id }, body: { seriesIds, ...rest } }) =>
      changeList(deps, viewer, { target: 'series', id }, async () => {
        await collections.update(viewer, id, withoutNulls(rest));
        if (seriesIds) await collections.replace(viewer, id, seriesIds);
      }),
    removeCollection: ({ viewer, params: { id } }) =>
      changeList(deps, viewer, { target: 'series', id }, () => collections.remove(viewer, id)),
    async createReadList({ viewer, body: { bookIds, ...rest } }) {
      const { id: made } = await readLists.create(viewer, { ...rest, ids: bookIds });
      return toReadList(await readLists.getWithMembers(viewer, made));
    },
    updateReadList: ({ viewer, params: { id }, body: { bookIds, ...rest } }) =>
      changeList(deps, viewer, { target: 'books', id }, async () => {
        await readLists.update(viewer, id, withoutNulls(rest));
        if (bookIds) await readLists.replace(viewer, id, bookIds);
      }),
    removeReadList: ({ viewer, params: { id } }) =>
      changeList(deps, viewer, { target: 'books', id }, () => readLists.remove(viewer, id)),
  });
}

/** Null leaves a value unchanged. */
function withoutNulls<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], null> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]: Exclude<T[K], null>;
  };
}
