// The restrictions that the form of a new user or invitation starts with.
import type { Restrictions } from '@lectern/contract/identity/users';
import { useQuery } from '@tanstack/react-query';
import { me } from '../../../api/queries.ts';
import { restrictionsOf } from './queries.ts';
import { noRestrictions } from './restriction-fields.tsx';

/** Callers with restrictions must grant at least their own. Undefined while these load. */
export function useInitialRestrictions(): Restrictions | undefined {
  const { data: self } = useQuery(me);
  const isBound = self !== undefined && self.role !== 'admin' && self.permissions.includes('users:read');
  const own = useQuery({ ...restrictionsOf(self?.id ?? ''), enabled: isBound });
  if (isBound && own.isPending) return undefined;
  return own.data ?? noRestrictions;
}
