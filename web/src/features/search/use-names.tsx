// People, genres, collections and read lists in the search palette.
import { IconFolders, IconListNumbers, IconMasksTheater, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { writeQuick } from '../filters/index.tsx';
import type { Option } from './option.ts';

const shown = 3;
/** A single letter is part of most names. */
const minLetters = 2;
const maxLetters = 200;

/** Keys begin with the nouns of events (api/server-events.ts). */
const kinds = [
  ['series', 'authors'],
  ['series', 'genres'],
  ['collections', 'collections'],
  ['read-lists', 'readlists'],
] as const;

export function useNameOptions(q: string): { options: Option[]; isPending: boolean } {
  const search = q.slice(0, maxLetters);
  const isEnabled = search.length >= minLetters;
  const toOption = useToOption();
  const all = useQueries({
    queries: kinds.map(([noun, kind]) => ({
      queryKey: [noun, 'named', kind, search],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(`GET /api/v1/${kind}`, { query: { search, pageSize: shown } }, { signal }),
      placeholderData: keepPreviousData,
      enabled: isEnabled,
    })),
  });
  const options = all.flatMap(({ data }, i) =>
    (data?.data ?? []).map(({ id, name }) => toOption(kinds[i]?.[1] ?? 'authors', { id, name })),
  );
  return {
    options: isEnabled ? options : [],
    isPending: isEnabled && all.some((one) => one.isPending || one.isPlaceholderData),
  };
}

function useToOption() {
  const t = useTranslate();
  const navigate = useNavigate();
  /** The series of a person or genre. */
  const openSeries = (field: string, name: string) => {
    const filter = writeQuick('series', undefined, { field, values: [name] });
    void navigate({ to: '/series', search: { ...(filter && { filter }) } });
  };
  return (kind: (typeof kinds)[number][1], { id, name }: { id: string; name: string }): Option => {
    const looks = {
      authors: { group: t('search.people'), picture: <IconUser size={20} /> },
      genres: { group: t('search.genres'), picture: <IconMasksTheater size={20} /> },
      collections: { group: t('search.lists'), picture: <IconFolders size={20} /> },
      readlists: { group: t('search.lists'), picture: <IconListNumbers size={20} /> },
    };
    const runs = {
      authors: () => openSeries('author', name),
      genres: () => openSeries('genre', name),
      collections: () => void navigate({ to: '/collections/$id', params: { id } }),
      readlists: () => void navigate({ to: '/readlists/$id', params: { id } }),
    };
    return { id, label: name, ...looks[kind], run: runs[kind] };
  };
}
