// Somebody of every kind who may call: each role, with and without limits, a key that may do little, and nobody.
import { type Permission, type Role, rolePermissions } from '@lectern/contract/values';
import { makeKey } from '../harness/api-key.ts';
import type { Client } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { type SignedIn, signIn } from '../harness/sign-in.ts';
import type { Operation } from './description.ts';

export interface Caller {
  name: string;
  client: Client;
  /** Undefined of somebody who is nobody. */
  permissions: readonly Permission[] | undefined;
  /** Sees another library alone. */
  isLimited: boolean;
}

const ofKey: Permission[] = ['books:read', 'pages:read', 'api-keys:read'];

/** Who may do least comes first. `libraryId` is all that the limited ones see. */
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
    if (status !== 200) throw new Error(`Nobody was limited: ${status}`);
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

/** Whether those who were signed in still are: some operations end sessions, keys and accounts. */
export async function areWhole(callers: readonly Caller[]): Promise<boolean> {
  for (const { client, permissions } of callers)
    if (permissions && (await client.get('/api/v1/auth/me')).status !== 200) return false;
  return true;
}

/** What the description says of somebody who may not call, whatever they send. */
export function refusalOf({ route }: Operation, { permissions }: Caller): number | undefined {
  if (route.access === 'anyone') return undefined;
  if (!permissions) return 401;
  if (route.access === 'user') return undefined;
  const wanted = typeof route.access === 'string' ? [route.access] : route.access;
  return wanted.some((one) => permissions.includes(one)) ? undefined : 403;
}
