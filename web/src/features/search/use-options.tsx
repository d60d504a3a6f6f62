// The options of the search palette: all results, series, books, names, places and commands; recent searches while
// nothing is typed.
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory, IconHistoryOff, IconSearch, IconSearchOff, IconZoomScan } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslate } from '../../i18n/translate.ts';
import { type Destination, has, type Option } from './option.ts';
import { addRecent, forgetRecent, listRecent } from './recent.ts';
import { useCommands } from './use-commands.tsx';
import { useHits } from './use-hits.tsx';
import { useNameOptions } from './use-names.tsx';
import { usePlaces } from './use-places.tsx';

const waitMs = 150;
/** Places and commands that are listed for a text. */
const maxNavigation = 8;

export interface PaletteOptions {
  options: Option[];
  /** Number of results, without the options that lead to the search page. */
  count: number;
  /** Whether results are missing that may still arrive. */
  isPending: boolean;
  error: Error | null;
  /** The corrected search text of the shown results. Undefined if the typed text has results. */
  corrected: string | undefined;
}

export function useOptions(typed: string, destinations: readonly Destination[]): PaletteOptions {
  const q = typed.trim();
  const [debounced] = useDebouncedValue(q, waitMs);
  const hits = useHits(debounced);
  const names = useNameOptions(debounced);
  const navigation = [...usePlaces(destinations), ...useCommands()];
  const { corrected, error } = hits;
  const searches = useSearches(q, corrected ?? q);
  if (!q)
    return { options: [...searches.recent, ...navigation], count: 0, isPending: false, error, corrected };
  const found = [
    ...hits.options,
    ...names.options,
    ...navigation.filter(({ label }) => has(label, q)).slice(0, maxNavigation),
  ];
  const isPending = debounced !== q || hits.isPending || names.isPending;
  const leading = found.length > 0 || isPending ? searches.all : searches.none;
  return {
    options: [...(corrected === undefined ? leading : searches.corrected), ...found],
    count: found.length,
    isPending,
    error,
    corrected,
  };
}

/** Options that lead to the search page. `shown`: the text whose results are shown. */
function useSearches(q: string, shown: string) {
  const t = useTranslate();
  const navigate = useNavigate();
  const toOption = (text: string, label: string, part: { exact?: true; isRecent?: true } = {}): Option => ({
    id: `${part.isRecent ? 'recent' : 'search'} ${label}`,
    group: t(part.isRecent ? 'search.recent' : 'search.search'),
    label,
    picture: part.isRecent ? <IconHistory size={20} /> : <IconSearch size={20} />,
    run: () => {
      addRecent(text);
      void navigate({ to: '/search', search: { q: text, ...(part.exact && { exact: true }) } });
    },
  });
  const advanced: Option = {
    id: 'advanced',
    group: t('search.search'),
    label: t('search.advanced'),
    picture: <IconZoomScan size={20} />,
    run: () => void navigate({ to: '/search' }),
  };
  const recent = listRecent().map((text) => toOption(text, text, { isRecent: true }));
  const forget: Option = {
    id: 'forget',
    group: t('search.recent'),
    label: t('search.forget'),
    picture: <IconHistoryOff size={20} />,
    run: forgetRecent,
  };
  const all = toOption(shown, t('search.searchFor', { text: shown }));
  const exact: Option = {
    ...toOption(q, t('search.onlyTyped', { text: q }), { exact: true }),
    picture: <IconSearchOff size={20} />,
  };
  return {
    all: [all],
    corrected: [all, exact],
    none: [advanced],
    recent: [...recent, ...(recent.length > 0 ? [forget] : []), advanced],
  };
}
