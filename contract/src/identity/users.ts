// User accounts and their restrictions, for administrators.
import { z } from 'zod';
import { id, idParams, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { empty, json, routes } from '../route.ts';
import { sharingTagAccesses } from '../values.ts';
import {
  accountFields,
  emailSchema,
  endEverythingSchema,
  optionalEmailSchema,
  passwordSchema,
  usernameSchema,
} from './auth.ts';
import { permissionSchema, roleSchema } from './permissions.ts';

export const userSchema = z
  .object({
    ...accountFields,
    isActive: z.boolean(),
    emailVerified: z.boolean(),
    lastLoginAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

const extraPermissions = z
  .array(permissionSchema)
  .max(64)
  .meta({ description: 'Permissions in addition to the role. Can include permissions of the role.' });

export const restrictionsSchema = z
  .object({
    sharedLibraryIds: z
      .array(id)
      .max(1000)
      .meta({ description: 'Accessible libraries. Empty for all libraries.' }),
    sharingTags: z
      .array(z.object({ tagId: id, access: z.enum(sharingTagAccesses) }))
      .max(500)
      .default([])
      .meta({
        description:
          'Series with a denied tag are hidden. If there are allowed tags, only series with at least one of them are accessible. Denied tags have precedence.',
      }),
    maxAgeRating: z.int().min(0).max(99).nullable().default(null).meta({
      description: 'Maximum age rating in years; series with a higher rating are hidden. Null for no limit.',
    }),
    allowUnrated: z.boolean().meta({ description: 'Whether series without an age rating are accessible.' }),
  })
  .meta({ id: 'Restrictions' });
export type Restrictions = z.infer<typeof restrictionsSchema>;

export const setRestrictionsSchema = restrictionsSchema
  .extend({
    allowUnrated: z.boolean().optional().meta({
      description:
        'Whether series without an age rating are accessible. If omitted, they are accessible unless there is a maximum age rating.',
    }),
  })
  .meta({ id: 'SetRestrictions' });
export type SetRestrictions = z.infer<typeof setRestrictionsSchema>;

const previewPart = z.object({
  seriesCount: z.int(),
  bookCount: z.int(),
  titles: z.array(z.string()).meta({ description: 'Titles of the first series by title, at most six.' }),
});

export const restrictionsPreviewSchema = z
  .object({
    visible: previewPart.meta({ description: 'Series that a user with the restrictions sees.' }),
    hidden: previewPart.meta({ description: 'Series that are hidden from such a user.' }),
    hiddenUnratedCount: z.int().meta({ description: 'Number of hidden series without an age rating.' }),
  })
  .meta({ id: 'RestrictionsPreview' });
export type RestrictionsPreview = z.infer<typeof restrictionsPreviewSchema>;

export const createUserSchema = z
  .object({
    username: usernameSchema,
    email: optionalEmailSchema,
    password: passwordSchema,
    role: roleSchema.default('reader'),
    permissions: extraPermissions.optional(),
    isActive: z.boolean().default(true),
    restrictions: setRestrictionsSchema
      .optional()
      .meta({ description: 'Restrictions of the user. If omitted, those of the caller.' }),
  })
  .meta({ id: 'CreateUser' });
export type CreateUser = z.infer<typeof createUserSchema>;

export const updateUserSchema = z
  .object({
    username: usernameSchema.optional(),
    email: emailSchema.nullish().meta({ description: 'E-mail address. Null removes it.' }),
    password: passwordSchema.optional(),
    role: roleSchema.optional(),
    permissions: extraPermissions.optional(),
    isActive: z.boolean().optional(),
    endEverything: endEverythingSchema.optional(),
  })
  .meta({ id: 'UpdateUser' });
export type UpdateUser = z.infer<typeof updateUserSchema>;

export const users = routes('Users', 'User accounts, for administrators.', {
  list: {
    method: 'GET',
    path: '/api/v1/users',
    summary: 'List users',
    description: 'Sorted by name.',
    access: 'users:read',
    query: pageQuery,
    answers: { 200: json(paginated(userSchema)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/users',
    summary: 'Create a user',
    description:
      'The permissions must not exceed those of the caller. Callers with restrictions must grant at least their own restrictions, which are the default. Returns 409 if the name or e-mail address is taken, and 403 for an API key, because the password would outlive the key.',
    access: 'users:write',
    body: createUserSchema,
    answers: { 201: json(userSchema) },
    errors: ['conflict'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/users/{id}',
    summary: 'Get a user',
    description: 'Returns the account without its password.',
    access: 'users:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(userSchema) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/users/{id}',
    summary: 'Update a user',
    description:
      'Callers other than administrators can change only accounts with fewer permissions and no more access than their own, and grant only permissions that they have. An API key cannot set a password, change an e-mail address, enable an account, or add permissions. The last active administrator cannot be demoted or disabled.',
    access: 'users:write',
    params: idParams,
    body: updateUserSchema,
    answers: { 200: json(userSchema) },
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/users/{id}',
    summary: 'Delete a user',
    description:
      'Permanently deletes the account with its progress, notes, ratings, lists and keys. The last active administrator cannot be deleted.',
    access: 'users:delete',
    params: idParams,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
  getRestrictions: {
    method: 'GET',
    path: '/api/v1/users/{id}/restrictions',
    summary: 'Get the restrictions of a user',
    description:
      'Returns allowed libraries, sharing tags and age rating. Libraries that the caller does not see are omitted. Returns 403 if the caller sees none of them.',
    access: 'users:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(restrictionsSchema) },
  },
  setRestrictions: {
    method: 'PUT',
    path: '/api/v1/users/{id}/restrictions',
    summary: 'Set the restrictions of a user',
    description:
      'Has the same requirements as changing a user. Callers with restrictions must grant at least their own restrictions. An API key cannot loosen restrictions.',
    access: 'users:write',
    params: idParams,
    body: setRestrictionsSchema,
    answers: { 200: json(restrictionsSchema) },
  },
  previewRestrictions: {
    method: 'POST',
    path: '/api/v1/users/restrictions/preview',
    summary: 'Preview restrictions',
    description:
      'Returns which of the series that the caller sees a user with these restrictions would see. Changes nothing. Also requires `series:read`.',
    access: 'users:write',
    body: setRestrictionsSchema,
    answers: { 200: json(restrictionsPreviewSchema) },
  },
});
