// What the one who is signed in may do. The server checks it again: this only says what is worth showing.
import type { Permission } from '@lectern/contract/values';
import { useQuery } from '@tanstack/react-query';
import { me } from './queries.ts';

/** `may('users:write')`: with several, any of them does. False until it is known who asks. */
export function usePermission(): (...any: readonly Permission[]) => boolean {
  const { data } = useQuery(me);
  return (...any) => any.some((permission) => data?.permissions.includes(permission));
}
