// Whether the user may have highlights and bookmarks.
import { useQuery } from '@tanstack/react-query';
import { me } from '../../../api/queries.ts';

export const useMayMark = (): boolean => useQuery(me).data?.permissions.includes('progress:write') ?? false;
