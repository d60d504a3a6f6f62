// Accounts, for administrators, and the user's API keys.
import { idParams } from '@lectern/contract/fields';
import { passwordSchema } from '@lectern/contract/identity/auth';
import type { Restrictions } from '@lectern/contract/identity/users';
import { empty, json, routes } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { read } from '../lists/descriptions.ts';
import { toMoment } from '../shapes/texts.ts';
import { toAccount, userShape } from '../shapes/user.ts';
import { changedUserSchema, newUserSchema, toChangedRole, toNewAccount } from './new-user.ts';
import { toRestrictions } from './restrictions.ts';

const keyShape = z.object({
  id: z.string(),
  userId: z.string(),
  key: z.string(),
  comment: z.string(),
  createdDate: z.string(),
  lastModifiedDate: z.string(),
});

const changePassword = <const A extends 'user' | Permission>(path: `/${string}`, access: A) =>
  ({
    method: 'PATCH',
    path: `/{prefix}${path}`,
    summary: '',
    access,
    body: z.object({ password: passwordSchema }),
    answers: { 204: empty() },
  }) as const;

const contract = routes('Compatible accounts', 'Accounts and keys for apps made for another server.', {
  users: read('/api/v2/users', 'users:read', z.array(userShape)),
  createUser: {
    method: 'POST',
    path: '/{prefix}/api/v2/users',
    summary: '',
    access: 'users:write',
    body: newUserSchema,
    answers: { 201: json(userShape) },
    errors: ['conflict'],
  },
  // Before the routes with an id, because `me` is none.
  changeOwnPassword: changePassword('/api/v2/users/me/password', 'user'),
  changePassword: { ...changePassword('/api/v2/users/{id}/password', 'users:write'), params: idParams },
  updateUser: {
    method: 'PATCH',
    path: '/{prefix}/api/v2/users/{id}',
    summary: '',
    access: 'users:write',
    params: idParams,
    body: changedUserSchema,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
  removeUser: {
    method: 'DELETE',
    path: '/{prefix}/api/v2/users/{id}',
    summary: '',
    access: 'users:delete',
    params: idParams,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
  keys: read('/api/v2/users/me/api-keys', 'api-keys:read', z.array(keyShape)),
  createKey: {
    method: 'POST',
    path: '/{prefix}/api/v2/users/me/api-keys',
    summary: '',
    access: 'api-keys:write',
    body: z.object({ comment: z.string().trim().min(1).max(100) }),
    answers: { 200: json(keyShape) },
  },
  removeKey: {
    method: 'DELETE',
    path: '/{prefix}/api/v2/users/me/api-keys/{id}',
    summary: '',
    access: 'api-keys:write',
    params: idParams,
    answers: { 204: empty() },
  },
});

/** More than a user can have. */
const all = { page: 1, pageSize: 500 };

interface OwnKey {
  id: string;
  userId: string;
  name: string;
  createdAt: string;
  updatedAt: string;
}

/** The full key is returned once, when it is created; later only its first characters. */
const toKey = ({ id, userId, name, createdAt, updatedAt }: OwnKey, key: string) => ({
  id,
  userId,
  key,
  comment: name,
  createdDate: toMoment(createdAt),
  lastModifiedDate: toMoment(updatedAt),
});

export function createAccountRoutes({
  accounts: { users, restrictions, apiKeys },
  services: { sharingTags },
  catalog,
}: CompatDependencies): MountedRoute[] {
  const list = async (viewer: Viewer) => {
    const names = await sharingTags.listNames();
    return (await users.listWithLimits(viewer)).map((one) => toAccount(one, names));
  };
  const readKnown = async (viewer: Viewer) => ({
    libraryIds: await catalog.libraries.visibleIds(viewer),
    resolveLabels: (names: readonly string[], path: string) => sharingTags.resolveNames(viewer, names, path),
  });
  return implement(contract, {
    users: ({ viewer }) => list(viewer),
    // One request creates the account with its restrictions: without them, it would see more in the meantime.
    async createUser({ viewer, body }) {
      const account = toNewAccount(body);
      const limits = await toRestrictions(body, { sharingTags: [] }, await readKnown(viewer));
      const { id } = await users.create(viewer, account, toLimitColumns(limits));
      const made = (await list(viewer)).find((one) => one.id === id);
      if (!made) throw notFound('user');
      return answer(made, { status: 201 });
    },
    // Everything is checked before the first write. Restrictions are written first: with them, a role sees no more.
    async updateUser({ viewer, params: { id }, body }) {
      const current = await restrictions.get(viewer, id);
      const { role } = await users.get(id);
      const changedRole = body.roles ? toChangedRole(body.roles, role) : undefined;
      const change = await toRestrictions(body, current, await readKnown(viewer));
      if (Object.keys(change).length > 0) await restrictions.set(viewer, id, { ...current, ...change });
      if (changedRole) await users.update(viewer, id, { role: changedRole });
    },
    async changePassword({ viewer, params, body }) {
      await users.update(viewer, params.id, body);
    },
    async changeOwnPassword({ viewer, body }) {
      await users.update(viewer, viewer.userId, body);
    },
    removeUser: ({ viewer, params }) => users.remove(viewer, params.id),
    async keys({ viewer, request }) {
      const { data } = await apiKeys.list(viewer, all, request.url);
      return data.map((one) => toKey(one, `${one.keyPrefix}***`));
    },
    async createKey({ viewer, body }) {
      const made = await apiKeys.create(viewer, { name: body.comment });
      return toKey(made, made.key);
    },
    removeKey: ({ viewer, params }) => apiKeys.remove(viewer, params.id),
  });
}

const toLimitColumns = ({
  sharedLibraryIds,
  sharingTags,
  maxAgeRating,
  allowUnrated,
}: Partial<Restrictions>) => ({
  ...(sharedLibraryIds && { sharedLibraryIds: JSON.stringify(sharedLibraryIds) }),
  ...(sharingTags && { sharingTags: JSON.stringify(sharingTags) }),
  ...(maxAgeRating !== undefined && { maxAgeRating }),
  ...(allowUnrated !== undefined && { allowUnrated: Number(allowUnrated) }),
});
