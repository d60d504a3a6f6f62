// User accounts and what they are limited to, for administrators.
import { z } from 'zod';
import { emailSchema, endEverythingSchema, passwordSchema, usernameSchema } from './auth.ts';
import { id, idParams, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { permissionSchema, roleSchema } from './permissions.ts';
import { empty, json, routes } from './route.ts';
import { sharingTagAccesses } from './values.ts';

export const userSchema = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    role: roleSchema,
    permissions: z.array(permissionSchema).meta({ description: "The role's and the extra ones." }),
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
  .meta({ description: "What the user may do beyond the role. The role's own permissions may be repeated." });

export const createUserSchema = z
  .object({
    username: usernameSchema,
    email: emailSchema,
    password: passwordSchema,
    role: roleSchema.default('reader'),
    permissions: extraPermissions.optional(),
    isActive: z.boolean().default(true),
  })
  .meta({ id: 'CreateUser' });
export type CreateUser = z.infer<typeof createUserSchema>;

export const updateUserSchema = z
  .object({
    username: usernameSchema.optional(),
    email: emailSchema.optional(),
    password: passwordSchema.optional(),
    role: roleSchema.optional(),
    permissions: extraPermissions.optional(),
    isActive: z.boolean().optional(),
    endEverything: endEverythingSchema.optional(),
  })
  .meta({ id: 'UpdateUser' });
export type UpdateUser = z.infer<typeof updateUserSchema>;

export const restrictionsSchema = z
  .object({
    sharedLibraryIds: z
      .array(id)
      .max(1000)
      .meta({ description: 'The only libraries that the user sees; empty = all.' }),
    sharingTags: z
      .array(z.object({ tagId: id, access: z.enum(sharingTagAccesses) }))
      .max(500)
      .default([])
      .meta({
        description:
          'Series with a denied tag are hidden. With any allowed tag, only series that have one of the allowed are seen. Deny wins.',
      }),
    maxAgeRating: z
      .int()
      .min(0)
      .max(99)
      .nullable()
      .default(null)
      .meta({ description: 'Years: series rated for older readers are hidden; null = no limit.' }),
    allowUnrated: z.boolean().default(true).meta({ description: 'Series without an age rating are seen.' }),
  })
  .meta({ id: 'Restrictions' });
export type Restrictions = z.infer<typeof restrictionsSchema>;

export const users = routes('Users', 'Accounts, for administrators.', {
  list: {
    method: 'GET',
    path: '/api/v1/users',
    summary: 'List users by name',
    access: 'users:read',
    query: pageQuery,
    answers: { 200: json(paginated(userSchema)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/users',
    summary: 'Create a user',
    description:
      'With no rights beyond those of the caller; one that is made by somebody with restrictions begins with the same.',
    access: 'users:write',
    body: createUserSchema,
    answers: { 201: json(userSchema) },
    errors: ['conflict'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/users/{id}',
    summary: 'One user',
    access: 'users:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(userSchema) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/users/{id}',
    summary: 'Change a user',
    description:
      'Only accounts that may do less than the caller and see no more, unless the caller is an administrator; nobody gives away what they lack. The last active administrator can neither be demoted nor disabled.',
    access: 'users:write',
    params: idParams,
    body: updateUserSchema,
    answers: { 200: json(userSchema) },
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/users/{id}',
    summary: 'Delete a user and all that is theirs',
    description: 'The last active administrator cannot be deleted.',
    access: 'users:delete',
    params: idParams,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
  getRestrictions: {
    method: 'GET',
    path: '/api/v1/users/{id}/restrictions',
    summary: 'What a user is limited to',
    access: 'users:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(restrictionsSchema) },
  },
  setRestrictions: {
    method: 'PUT',
    path: '/api/v1/users/{id}/restrictions',
    summary: 'Limit a user',
    description: 'As for changing a user; nobody with restrictions gives less narrow ones than their own.',
    access: 'users:write',
    params: idParams,
    body: restrictionsSchema,
    answers: { 200: json(restrictionsSchema) },
  },
});
