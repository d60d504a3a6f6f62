// The names of libraries, collections, read lists and series that conditions reference by id.
import { useQueries } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { isReference, type ReferenceField } from '../fields.ts';
import type { Part } from '../model.ts';

export type FindName = (field: ReferenceField, id: string) => string | undefined;

const nameRequests: Record<ReferenceField, (id: string, signal: AbortSignal) => Promise<string>> = {
  libraryId: async (id, signal) =>
    (await call('GET /api/v1/libraries/{id}', { params: { id } }, { signal })).name,
  collectionId: async (id, signal) =>
    (await call('GET /api/v1/collections/{id}', { params: { id } }, { signal })).name,
  readListId: async (id, signal) =>
    (await call('GET /api/v1/readlists/{id}', { params: { id } }, { signal })).name,
  seriesId: async (id, signal) =>
    (await call('GET /api/v1/series/{id}', { params: { id } }, { signal })).title,
};
const nouns: Record<ReferenceField, string> = {
  libraryId: 'libraries',
  collectionId: 'collections',
  readListId: 'read-lists',
  seriesId: 'series',
};

interface Reference {
  field: ReferenceField;
  id: string;
}

function listReferences(parts: readonly Part[]): Reference[] {
  return parts.flatMap((part) => {
    if (part.kind === 'group') return listReferences(part.of);
    const { field, operand } = part;
    if (!isReference(field)) return [];
    const ids = operand.values ?? (typeof operand.value === 'string' ? [operand.value] : []);
    return ids.map((id) => ({ field, id }));
  });
}

export function useNames(parts: readonly Part[]): FindName {
  const all = new Map(listReferences(parts).map((one) => [one.field + one.id, one]));
  const references = [...all.values()].slice(0, 50);
  const names = useQueries({
    queries: references.map(({ field, id }) => ({
      queryKey: [nouns[field], 'name', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => nameRequests[field](id, signal),
      retry: false,
    })),
  });
  return (field, id) =>
    names[references.findIndex((one) => one.field === field && one.id === id)]?.data ?? undefined;
}
