// Accounts, for administrators, and the user's API keys.
import { idParams } from '@lectern/contract/fields';
import { empty, json, routes } from '@lectern/contract/route';
import { z } from 'zod';
import { notFound } from '#infrastructure/errors.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { read } from '../lists/descriptions.ts';
import { toMoment } from '../shapes/texts.ts';
import { toAccount, userShape } from '../shapes/user.ts';
import { newUserSchema, toNewAccount } from './new-user.ts';

const keyShape = z.object({
  id: z.string(),
  userId: z.string(),
  key: z.string(),
  comment: z.string(),
  createdDate: z.string(),
  lastModifiedDate: z.string(),
});

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

export const createAccountRoutes = ({
  accounts: { users, apiKeys },
  catalog,
}: CompatDependencies): MountedRoute[] =>
  implement(contract, {
    users: async ({ viewer }) => (await users.listWithLimits(viewer)).map(toAccount),
    async createUser({ viewer, body }) {
      const { account, limits } = toNewAccount(body, await catalog.libraries.visibleIds(viewer));
      const { id } = await users.create(viewer, account, limits);
      const made = (await users.listWithLimits(viewer)).find(({ user }) => user.id === id);
      if (!made) throw notFound('user');
      return answer(toAccount(made), { status: 201 });
    },
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
