// The keys of a user, and of all users for callers with permission. verification.ts authenticates by a key.
import type { ApiKey, CreateApiKey, CreatedApiKey, UpdateApiKey } from '@lectern/contract/identity/api-keys';
import type { PageRequest } from '@lectern/contract/pagination';
import { permissions as allPermissions, type Permission } from '@lectern/contract/values';
import { requireAuthority } from '#infrastructure/access/authority.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import { can, refuseApiKey, requirePermission, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import { conflict, invalid, notFound, reason, toIssue } from '#infrastructure/errors.ts';
import { type Page, readPage } from '#infrastructure/http/routes/pagination.ts';
import { newId } from '#infrastructure/ids.ts';
import type { ApiKeyTable } from '#schema/tables/identity/api-key.ts';
import { requireNarrower, requireWithin, toBounds, toKeyPermissions } from './bounds.ts';
import { insertMoved, type MovedKey } from './moved.ts';
import { createKeySecret } from './secrets.ts';
import {
  countKeys,
  deleteKey,
  findKey,
  findKeyByHash,
  insertKey,
  type KeyChanges,
  type KeyRow,
  listKeys,
  updateKey,
} from './store.ts';

/** Maximum number of keys per user. Two concurrent requests may exceed it by one; the limit only prevents floods. */
export const maxKeys = 500;

export interface RestoredKey
  extends Pick<ApiKeyTable, 'name' | 'keyPrefix' | 'keyHash' | 'digestHash' | 'expiresAt' | 'createdAt'> {
  /** Null for all permissions of the owner. */
  permissions: readonly Permission[] | null;
  isActive: boolean;
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

export function createApiKeyService({ db }: Database, changes: IdentityChanges, clock: Clock) {
  /** Returns the caller's own key, or another user's if the caller has the permission. Others do not exist for them. */
  const getKey = async (viewer: Viewer, id: string, right: 'users:read' | 'users:write'): Promise<KeyRow> => {
    const row = await findKey(db, id);
    if (!row || (row.userId !== viewer.userId && !can(viewer, right))) throw notFound('API key');
    return row;
  };
  const requireFutureExpiry = (expiresAt: number | null): void => {
    if (expiresAt !== null && expiresAt <= clock())
      throw invalid(toIssue('body.expiresAt', reason('expired')));
  };
  const findBounds = async (viewer: Viewer) =>
    toBounds(viewer, viewer.apiKeyId === null ? undefined : await findKey(db, viewer.apiKeyId));
  return {
    async list(
      viewer: Viewer,
      { userId = viewer.userId, ...request }: PageRequest & { userId?: string | undefined },
      url: string,
    ): Promise<Page<ApiKey>> {
      if (userId !== viewer.userId) requirePermission(viewer, 'users:read');
      return readPage(request, url, {
        count: () => countKeys(db, userId),
        list: async (window) => (await listKeys(db, userId, window)).map(toApiKey),
      });
    },

    get: async (viewer: Viewer, id: string): Promise<ApiKey> =>
      toApiKey(await getKey(viewer, id, 'users:read')),

    /** Throws `forbidden` for an API key, which the new key would outlive, and `conflict` when there are too many. */
    async create(viewer: Viewer, wanted: CreateApiKey): Promise<CreatedApiKey> {
      refuseApiKey(viewer);
      const expiresAt = toExpiry(wanted.expiresAt ?? null);
      requireFutureExpiry(expiresAt);
      // A key without a list follows its owner's permissions.
      const list = wanted.permissions;
      if ((await countKeys(db, viewer.userId)) >= maxKeys)
        throw conflict(reason('api_keys_full', { max: maxKeys }));
      const { key, ...secret } = createKeySecret();
      const nowMs = clock();
      const id = newId(nowMs);
      const permissions = list === undefined ? null : toList(list);
      const row = { id, userId: viewer.userId, name: wanted.name, permissions, expiresAt, ...secret };
      await insertKey(db, { ...row, isActive: 1, lastUsedAt: null, createdAt: nowMs, updatedAt: nowMs });
      return { ...toApiKey(await getKey(viewer, id, 'users:read')), key };
    },

    /** Imports a key of another server. Returns false if the key cannot be verified or exists already. */
    takeMoved: (userId: string, moved: MovedKey): Promise<boolean> =>
      insertMoved(db, userId, { moved, nowMs: clock() }),

    /** Imports a key of another Lectern by its hashes, so that it remains valid. Returns false if it exists already. */
    restore: (viewer: Viewer, key: RestoredKey): Promise<boolean> => restoreKey({ db, clock }, viewer, key),

    async update(viewer: Viewer, id: string, wanted: UpdateApiKey): Promise<ApiKey> {
      const before = await getKey(viewer, id, 'users:write');
      const after = { ...before, ...toChanges(wanted) };
      requireNarrower(viewer, before, after);
      if (after.expiresAt !== before.expiresAt) requireFutureExpiry(after.expiresAt);
      requireWithin(await findBounds(viewer), before);
      if (isEqual(before, after)) return toApiKey(before);
      const updatedAt = clock();
      await updateKey(db, id, { ...toChanges(wanted), updatedAt });
      changes.announce();
      return toApiKey({ ...after, updatedAt });
    },

    async remove(viewer: Viewer, id: string): Promise<void> {
      const row = await getKey(viewer, id, 'users:write');
      requireAuthority(viewer, row.userId, row);
      await deleteKey(db, id);
      changes.announce();
    },
  };
}

async function restoreKey(
  { db, clock }: { db: Db; clock: Clock },
  { userId }: Viewer,
  { permissions, isActive, ...key }: RestoredKey,
): Promise<boolean> {
  if (await findKeyByHash(db, key.keyHash)) return false;
  if ((await countKeys(db, userId)) >= maxKeys) throw conflict(reason('api_keys_full', { max: maxKeys }));
  await insertKey(db, {
    ...key,
    id: newId(clock()),
    userId,
    permissions: permissions && toList(permissions),
    isActive: Number(isActive),
    lastUsedAt: null,
    updatedAt: clock(),
  });
  return true;
}

const toExpiry = (time: string | null): number | null => (time === null ? null : Date.parse(time));

const toList = (wanted: readonly Permission[]): string =>
  JSON.stringify(allPermissions.filter((permission) => wanted.includes(permission)));

const toChanges = ({ name, permissions, isActive, expiresAt }: UpdateApiKey): KeyChanges => ({
  ...(name !== undefined && { name }),
  ...(permissions !== undefined && { permissions: toList(permissions) }),
  ...(isActive !== undefined && { isActive: Number(isActive) }),
  ...(expiresAt !== undefined && { expiresAt: toExpiry(expiresAt) }),
});

const isEqual = (a: KeyRow, b: KeyRow): boolean =>
  (['name', 'permissions', 'isActive', 'expiresAt'] as const).every((name) => a[name] === b[name]);

const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  userId: row.userId,
  name: row.name,
  keyPrefix: row.keyPrefix,
  permissions: toKeyPermissions(row),
  isActive: row.isActive === 1,
  expiresAt: toTimeOrNull(row.expiresAt),
  lastUsedAt: toTimeOrNull(row.lastUsedAt),
  createdAt: toTime(row.createdAt),
  updatedAt: toTime(row.updatedAt),
});
