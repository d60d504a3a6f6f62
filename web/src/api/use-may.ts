// What the one who is signed in may do. The server checks it again: this only says what is worth showing.
import type { Permission } from '@lectern/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { me } from './queries.ts';

export function useMay(): (permission: Permission) => boolean {
  const { data } = useQuery(me);
  return (permission) => data?.permissions.includes(permission) ?? false;
}
