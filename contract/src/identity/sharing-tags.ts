// Sharing tags restrict series to some users.
import { z } from 'zod';
import { count64, id, idParams, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { empty, json, routes } from '../route.ts';

const name = z.string().trim().min(1).max(100);
const description = z.string().trim().max(1_000).nullable();

export const sharingTagSchema = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    seriesCount: count64,
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'SharingTag' });
export type SharingTag = z.infer<typeof sharingTagSchema>;

const namedTag = z.object({ id, name: z.string() });
const tagsOfSeries = z.object({ sharingTags: z.array(namedTag) }).meta({ id: 'SeriesSharingTags' });

export const sharingTags = routes(
  'Sharing tags',
  'Tags on series that determine which users can access them.',
  {
    list: {
      method: 'GET',
      path: '/api/v1/admin/sharing-tags',
      summary: 'List sharing tags',
      description: 'Sorted by name.',
      access: 'users:read',
      query: pageQuery,
      answers: { 200: json(paginated(sharingTagSchema)) },
    },
    create: {
      method: 'POST',
      path: '/api/v1/admin/sharing-tags',
      summary: 'Create a sharing tag',
      description: 'Returns 409 if the name is taken.',
      access: 'users:write',
      body: z.object({ name, description: description.optional() }),
      answers: { 201: json(sharingTagSchema) },
      errors: ['conflict'],
    },
    get: {
      method: 'GET',
      path: '/api/v1/admin/sharing-tags/{id}',
      summary: 'Get a sharing tag',
      description: 'Returns 404 if the tag does not exist.',
      access: 'users:read',
      params: idParams,
      conditional: true,
      answers: { 200: json(sharingTagSchema) },
    },
    update: {
      method: 'PATCH',
      path: '/api/v1/admin/sharing-tags/{id}',
      summary: 'Update a sharing tag',
      description: 'Returns 409 if the name is taken.',
      access: 'users:write',
      params: idParams,
      body: z.object({ name: name.optional(), description: description.optional() }),
      answers: { 200: json(sharingTagSchema) },
      errors: ['conflict'],
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/admin/sharing-tags/{id}',
      summary: 'Delete a sharing tag',
      description:
        'Returns 409 while restrictions of a user contain the tag, because an account without its last allowed tag could access all series.',
      access: 'users:write',
      params: idParams,
      answers: { 204: empty() },
      errors: ['conflict'],
    },
    getOfSeries: {
      method: 'GET',
      path: '/api/v1/series/{id}/sharing-tags',
      summary: 'List the sharing tags of a series',
      description: 'Returns the tags of the series.',
      access: 'series:write',
      params: idParams,
      conditional: true,
      answers: { 200: json(tagsOfSeries) },
    },
    setOfSeries: {
      method: 'PUT',
      path: '/api/v1/series/{id}/sharing-tags',
      summary: 'Replace the sharing tags of a series',
      description: 'Changes the access of users immediately.',
      access: 'series:write',
      params: idParams,
      body: z.object({ tagIds: z.array(id).max(100) }),
      answers: { 200: json(tagsOfSeries) },
    },
  },
);
