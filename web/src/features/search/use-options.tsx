// The options of the search palette: series, books, presets, libraries, pages; recent searches while nothing is typed.
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowRight,
  IconBookmark,
  IconHistory,
  IconHistoryOff,
  IconLibrary,
  IconSearch,
  IconZoomScan,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toThumbnailUrl } from '../../api/call.ts';
import { libraries } from '../../api/queries.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Picture } from '../../ui/cards/picture.tsx';
import { isBook } from '../books/index.tsx';
import { presets, toPresetSearch, toSortedPresets } from '../presets/index.tsx';
import classes from './palette.module.css';
import { hits } from './queries.ts';
import { addRecent, forgetRecent, listRecent } from './recent.ts';

export interface Option {
  id: string;
  group: string;
  label: string;
  /** A second line. */
  line?: string;
  picture: ReactNode;
  run(): void;
}

/** A page of the client. */
export interface Destination {
  label: string;
  path: string;
}

const waitMs = 150;
const shown = 5;

const has = (text: string, typed: string) => text.toLocaleLowerCase().includes(typed.toLocaleLowerCase());

export function useOptions(typed: string, destinations: readonly Destination[]) {
  const q = typed.trim();
  const found = useHits(q);
  const searches = useRecentSearches(q);
  const navigation = useNavigationOptions(q, destinations);
  const options = q ? [...searches, ...found.options, ...navigation] : [...searches, ...navigation];
  return { options, isPending: found.isPending };
}

/** Series and books. */
function useHits(q: string) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [debounced] = useDebouncedValue(q, waitMs);
  const isEnabled = debounced !== '';
  const series = useQuery({ ...hits('series', { q: debounced }, shown), enabled: isEnabled });
  const books = useQuery({ ...hits('books', { q: debounced }, shown), enabled: isEnabled });
  const all = isEnabled ? [...(series.data?.data ?? []), ...(books.data?.data ?? [])] : [];
  const options = all.map((hit): Option => {
    const { id, title } = hit;
    const isBookHit = isBook(hit);
    return {
      id,
      group: t(isBookHit ? 'search.books' : 'search.series'),
      label: title,
      line: isBookHit ? hit.seriesName : t('search.bookCount', { count: hit.bookCount }),
      picture: (
        <Picture
          className={classes.cover}
          src={toThumbnailUrl(isBookHit ? 'books' : 'series', hit)}
          alt=""
          decoding="async"
        />
      ),
      run: () => {
        addRecent(q);
        void (isBookHit
          ? navigate({ to: '/books/$id', params: { id } })
          : navigate({ to: '/series/$id', params: { id } }));
      },
    };
  });
  return { options, isPending: isEnabled && (series.isPending || books.isPending) };
}

/** The full search, or the recent searches. */
function useRecentSearches(q: string): Option[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const search = (text: string) => () => {
    addRecent(text);
    void navigate({ to: '/search', search: { q: text } });
  };
  if (q)
    return [
      {
        id: 'all',
        group: t('search.search'),
        label: t('search.searchFor', { text: q }),
        picture: <IconSearch size={20} />,
        run: search(q),
      },
    ];
  const recent = listRecent().map((text) => ({
    id: `recent ${text}`,
    group: t('search.recent'),
    label: text,
    picture: <IconHistory size={20} />,
    run: search(text),
  }));
  const advanced = {
    id: 'advanced',
    group: t('search.search'),
    label: t('search.advanced'),
    picture: <IconZoomScan size={20} />,
    run: () => void navigate({ to: '/search' }),
  };
  const forget = {
    id: 'forget',
    group: t('search.recent'),
    label: t('search.forget'),
    picture: <IconHistoryOff size={20} />,
    run: forgetRecent,
  };
  return [...recent, ...(recent.length > 0 ? [forget] : []), advanced];
}

/** Presets, libraries and pages with matching names. */
function useNavigationOptions(q: string, destinations: readonly Destination[]): Option[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const router = useRouter();
  const { data: saved } = useQuery(presets);
  const { data: known } = useQuery(libraries);
  const all: Option[] = [
    ...toSortedPresets(saved ?? []).map((preset) => ({
      id: preset.id,
      group: t('search.presets'),
      label: preset.name,
      picture: <IconBookmark size={20} />,
      run: () =>
        void (preset.scope === 'search'
          ? navigate({ to: '/search', search: toPresetSearch(preset) })
          : navigate({
              to: preset.target === 'series' ? '/series' : '/books',
              search: toPresetSearch(preset),
            })),
    })),
    ...(known?.data ?? []).map(({ id, name }) => ({
      id,
      group: t('search.libraries'),
      label: name,
      picture: <IconLibrary size={20} />,
      run: () => void navigate({ to: '/series', search: { library: id } }),
    })),
    ...destinations.map(({ label, path }) => ({
      id: path,
      group: t('search.places'),
      label,
      picture: <IconArrowRight size={20} />,
      run: () => void router.navigate({ href: path }),
    })),
  ];
  return q ? all.filter(({ label }) => has(label, q)).slice(0, 8) : all;
}
