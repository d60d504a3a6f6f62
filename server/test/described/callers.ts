// Callers of every kind: each role with and without restrictions, an API key with few permissions, and an
// unauthenticated caller.
import { type Permission, type Role, rolePermissions } from '@lectern/contract/values';
import { makeKey } from '../harness/api-key.ts';
import type { Client } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { type SignedIn, signIn } from '../harness/sign-in.ts';
import type { Operation } from './description.ts';

export interface Caller {
  name: string;
  client: Client;
  /** Undefined for the unauthenticated caller. */
  permissions: readonly Permission[] | undefined;
  /** Sees only another library. */
  isLimited: boolean;
}

const ofKey: Permission[] = ['books:read', 'pages:read', 'api-keys:read'];

/** Orders the callers by permissions, fewest first. Restricted callers only see the library `libraryId`. */
export async function makeCallers(server: TestServer, libraryId: string): Promise<Caller[]> {
  const nobody = server.as({});
  const toCaller = (name: string, client: SignedIn, role: Role, isLimited = false): Caller => ({
    name,
    client,
    permissions: rolePermissions[role],
    isLimited,
  });
  const limit = async (who: SignedIn): Promise<SignedIn> => {
    const limits = { sharedLibraryIds: [libraryId], maxAgeRating: 12, allowUnrated: true };
    const { status } = await server.admin.put(`/api/v1/users/${who.userId}/restrictions`, limits);
    if (status !== 200) throw new Error(`The restriction failed: ${status}`);
    return who;
  };
  const reader = await signIn(server);
  const { key } = await makeKey(reader, { permissions: ofKey });
  return [
    { name: 'nobody', client: nobody, permissions: undefined, isLimited: false },
    {
      name: 'a forged token',
      client: nobody.as({ authorization: 'Bearer a.b.c' }),
      permissions: undefined,
      isLimited: false,
    },
    { name: 'a key', client: nobody.as({ 'x-api-key': key }), permissions: ofKey, isLimited: false },
    toCaller('a limited reader', await limit(await signIn(server)), 'reader', true),
    toCaller('a reader', reader, 'reader'),
    toCaller(
      'a limited maintainer',
      await limit(await signIn(server, { role: 'maintainer' })),
      'maintainer',
      true,
    ),
    toCaller('a maintainer', await signIn(server, { role: 'maintainer' }), 'maintainer'),
    toCaller('an administrator', await signIn(server, { role: 'admin' }), 'admin'),
  ];
}

/** Returns whether all sessions and keys are still valid. Some operations end sessions, keys and accounts. */
export async function areWhole(callers: readonly Caller[]): Promise<boolean> {
  for (const { client, permissions } of callers)
    if (permissions && (await client.get('/api/v1/auth/me')).status !== 200) return false;
  return true;
}

/**
 * Returns the status that the description specifies for a caller without access, whatever the input. Undefined for a
 * caller with access.
 */
export function refusalOf({ route }: Operation, { permissions }: Caller): number | undefined {
  if (route.access === 'anyone') return undefined;
  if (!permissions) return 401;
  if (route.access === 'user') return undefined;
  const wanted = typeof route.access === 'string' ? [route.access] : route.access;
  return wanted.some((one) => permissions.includes(one)) ? undefined : 403;
}
