// Whether the user has permission for highlights and bookmarks.
import { useQuery } from '@tanstack/react-query';
import { me } from '../../../api/queries.ts';

export const useMayMark = (): boolean => useQuery(me).data?.permissions.includes('progress:write') ?? false;
