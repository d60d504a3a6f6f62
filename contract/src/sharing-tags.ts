// Sharing tags on series: what some users see, or do not.
import { z } from 'zod';
import { count64, id, idParams, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { empty, json, routes } from './route.ts';

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

export const sharingTags = routes('Sharing tags', 'Tags on series that decide who sees them.', {
  list: {
    method: 'GET',
    path: '/api/v1/admin/sharing-tags',
    summary: 'Sharing tags by name',
    access: 'users:read',
    query: pageQuery,
    answers: { 200: json(paginated(sharingTagSchema)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/admin/sharing-tags',
    summary: 'Create a sharing tag',
    access: 'users:write',
    body: z.object({ name, description: description.optional() }),
    answers: { 201: json(sharingTagSchema) },
    errors: ['conflict'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/admin/sharing-tags/{id}',
    summary: 'One sharing tag',
    access: 'users:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(sharingTagSchema) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/admin/sharing-tags/{id}',
    summary: 'Change a sharing tag',
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
      'Refused with 409 while restrictions of a user name it: without its last allowed tag an account would see everything.',
    access: 'users:write',
    params: idParams,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
  getOfSeries: {
    method: 'GET',
    path: '/api/v1/series/{id}/sharing-tags',
    summary: 'Sharing tags of a series',
    access: 'series:write',
    params: idParams,
    conditional: true,
    answers: { 200: json(tagsOfSeries) },
  },
  setOfSeries: {
    method: 'PUT',
    path: '/api/v1/series/{id}/sharing-tags',
    summary: 'Replace the sharing tags of a series',
    access: 'series:write',
    params: idParams,
    body: z.object({ tagIds: z.array(id).max(100) }),
    answers: { 200: json(tagsOfSeries) },
  },
});
