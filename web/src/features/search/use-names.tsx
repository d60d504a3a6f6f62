// People, genres, tags, publishers, story arcs, collections and read lists in the search palette.
import {
  IconBuilding,
  IconFolders,
  IconListNumbers,
  IconMasksTheater,
  IconRoute,
  IconTag,
  IconUser,
} from '@tabler/icons-react';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import type { Option } from './option.ts';

const shown = 3;
/** A single letter is part of most names. */
const minLetters = 2;
const maxLetters = 200;

/** Keys begin with the nouns of events (api/server-events.ts). */
const kinds = [
  ['series', 'authors'],
  ['series', 'genres'],
  ['series', 'tags'],
  ['series', 'publishers'],
  ['series', 'story-arcs'],
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
  return (kind: (typeof kinds)[number][1], { id, name }: { id: string; name: string }): Option => {
    const looks = {
      authors: { group: t('names.all_author'), picture: <IconUser size={20} /> },
      genres: { group: t('names.all_genre'), picture: <IconMasksTheater size={20} /> },
      tags: { group: t('names.all_tag'), picture: <IconTag size={20} /> },
      publishers: { group: t('names.all_publisher'), picture: <IconBuilding size={20} /> },
      'story-arcs': { group: t('names.all_storyArc'), picture: <IconRoute size={20} /> },
      collections: { group: t('search.lists'), picture: <IconFolders size={20} /> },
      readlists: { group: t('search.lists'), picture: <IconListNumbers size={20} /> },
    };
    const run = () =>
      void (kind === 'collections' || kind === 'readlists'
        ? navigate({ to: `/${kind}/$id`, params: { id } })
        : navigate({ to: `/${kind}`, search: { name } }));
    return { id, label: name, ...looks[kind], run };
  };
}
