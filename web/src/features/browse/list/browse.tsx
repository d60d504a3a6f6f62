// A list of series or books: all, those of a library, or the results of a search or filter.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { libraries } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { FilterBuilder, QuickPanel } from '../../filters/index.tsx';
import { FilterChips, type MoreChip } from '../../filters/pieces/index.tsx';
import { EmptyLibrary, LibraryHead } from '../../libraries/index.tsx';
import { CorrectedSearch } from '../../search/index.tsx';
import type { BrowseSearch } from '../search.ts';
import { Listing } from './listing.tsx';
import { listWindow } from './queries.ts';
import { Toolbar } from './toolbar.tsx';
import { type Browsing, useBrowse } from './use-browse.ts';

type Opened = 'quick' | 'builder' | undefined;

export function Browse({ target, search }: { target: ConditionTarget; search: BrowseSearch }) {
  const t = useTranslate();
  const browsing = useBrowse(target, search);
  const { wish } = browsing;
  const [opened, setOpened] = useState<Opened>();
  const isStarted = useRef(false);
  const within = { library: search.library, q: search.q };
  const known = useQuery(libraries);
  const first = useQuery(listWindow(wish, 1));
  const place = known.data?.data.find(({ id }) => id === search.library);
  const library = place?.name;
  const all = t(target === 'series' ? 'browse.allSeries' : 'browse.allBooks');
  const title = search.q ? `“${search.q}”` : (library ?? all);
  const total = first.data?.total;
  const isNarrowed = Boolean(search.q || search.filter);
  return (
    <>
      {place && !search.q && <LibraryHead library={place} tab={target} />}
      <Toolbar
        browsing={browsing}
        title={place && !search.q ? undefined : title}
        total={total}
        onFilter={() => {
          isStarted.current = false;
          setOpened('quick');
        }}
      />
      <ActiveFilters browsing={browsing} library={library} onEdit={() => setOpened('builder')} />
      {first.data?.correctedSearch !== undefined && (
        <CorrectedSearch
          corrected={first.data.correctedSearch}
          typed={search.q ?? ''}
          onExact={() => browsing.change({ exact: true })}
        />
      )}
      {first.error && <ErrorState error={first.error} onRetry={() => void first.refetch()} />}
      {first.isPending && !first.error && <LoadingState of={all} />}
      {total === 0 && place && !isNarrowed && <EmptyLibrary library={place} />}
      {total === 0 && !(place && !isNarrowed) && (
        <EmptyState title={t(isNarrowed ? 'browse.nothingFound' : 'browse.nothingYet')}>
          <Text c="dimmed">{t(isNarrowed ? 'browse.nothingFoundHint' : 'browse.nothingYetHint')}</Text>
        </EmptyState>
      )}
      {total !== undefined && total > 0 && (
        <Listing key={JSON.stringify(wish)} browsing={browsing} total={total} label={title} />
      )}
      {opened === 'quick' && (
        <QuickPanel
          target={target}
          filter={search.filter}
          within={within}
          onChange={(filter) => {
            // Going back in the history restores the filter from before the panel was opened.
            browsing.setFilter(filter, isStarted.current);
            isStarted.current = true;
          }}
          onAdvanced={() => setOpened('builder')}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'builder' && (
        <FilterBuilder
          target={target}
          filter={search.filter}
          within={within}
          onApply={(filter) => browsing.setFilter(filter)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

interface ActiveFiltersProps {
  browsing: Browsing;
  library: string | undefined;
  onEdit(): void;
}

/** The active filters. */
function ActiveFilters({ browsing, library, onEdit }: ActiveFiltersProps) {
  const t = useTranslate();
  const { target, search, change, setFilter } = browsing;
  const more: MoreChip[] = [
    // Without a search text, the page of the library names it.
    ...(search.library && search.q
      ? [
          {
            words: t('browse.chipLibrary', { name: library ?? '…' }),
            onRemove: () => change({ library: undefined }),
          },
        ]
      : []),
    ...(search.q
      ? [
          {
            words: t('browse.chipSearch', { text: search.q }),
            onRemove: () => change({ q: undefined, exact: undefined }),
          },
        ]
      : []),
  ];
  return (
    <FilterChips
      target={target}
      filter={search.filter}
      more={more}
      onChange={setFilter}
      onClear={() =>
        change({ ...(search.q && { library: undefined }), q: undefined, exact: undefined, filter: undefined })
      }
      onEdit={onEdit}
    />
  );
}
