// The shelves by their keys: each asks for what stands on it by itself.
import type { FilterPreset } from '@lectern/contract/filter-presets';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { AnchorLink } from '../../ui/links.tsx';
import { BookCard } from '../books/index.tsx';
import { SeriesCard } from '../series/index.tsx';
import { findPlace, type Place, toPresetPlace } from './more.ts';
import type { OwnShelf, ShelfKey } from './plan.ts';
import { type OnShelf, ofBooks, ofSeries, presetShelf, wantedShelf } from './queries.ts';
import { Shelf } from './shelf.tsx';
import { useText } from './words/index.ts';

interface Props {
  shelf: ShelfKey;
  pinned: readonly FilterPreset[];
  /** Of one library alone. */
  libraryId?: string | undefined;
}

export function OneShelf({ shelf, pinned, libraryId }: Props) {
  const preset = pinned.find(({ id }) => shelf === `preset:${id}`);
  if (preset) return <PresetShelf preset={preset} />;
  if (shelf.startsWith('preset:')) return null;
  const props = { shelf: shelf as OwnShelf, libraryId };
  if (shelf === 'want-to-read') return libraryId ? null : <WantedShelf />;
  if (shelf === 'recent-series' || shelf === 'updated-series')
    return <SeriesShelf {...props} shelf={shelf} />;
  return <BooksShelf {...props} />;
}

/** The name of each shelf is the key of its words. */
export const shelfWords = {
  'keep-reading': 'keepReading',
  'on-deck': 'onDeck',
  'want-to-read': 'wantToRead',
  'recent-books': 'recentBooks',
  'recent-series': 'recentSeries',
  'updated-series': 'updatedSeries',
  'recently-read': 'recentlyRead',
} as const satisfies Record<OwnShelf, string>;

interface Own<S extends OwnShelf> {
  shelf: S;
  libraryId?: string | undefined;
}

function BooksShelf({ shelf, libraryId }: Own<OwnShelf>) {
  const t = useText();
  const found = useQuery(ofBooks(shelf as Parameters<typeof ofBooks>[0], libraryId));
  return <Filled title={t(shelfWords[shelf])} found={found} place={findPlace(shelf, libraryId)} />;
}

function SeriesShelf({ shelf, libraryId }: Own<'recent-series' | 'updated-series'>) {
  const t = useText();
  const found = useQuery(ofSeries(shelf, libraryId));
  return <Filled title={t(shelfWords[shelf])} found={found} place={findPlace(shelf, libraryId)} />;
}

function WantedShelf() {
  const t = useText();
  const found = useQuery(wantedShelf);
  return <Filled title={t('wantToRead')} found={found} place={findPlace('want-to-read')} />;
}

function PresetShelf({ preset }: { preset: FilterPreset }) {
  const found = useQuery(presetShelf(preset));
  return <Filled title={preset.name} found={found} place={toPresetPlace(preset)} />;
}

interface FilledProps {
  title: string;
  found: UseQueryResult<OnShelf>;
  place?: Place | undefined;
}

function Filled({ title, found: { data, isPending }, place }: FilledProps) {
  const t = useText();
  const more = place && (
    <AnchorLink to={place.to} search={place.search} size="sm" aria-label={t('allOf', { shelf: title })}>
      {t('all')}
    </AnchorLink>
  );
  return (
    <Shelf title={title} isPending={isPending} more={more}>
      {data?.series.map((series) => (
        <SeriesCard key={series.id} series={series} />
      ))}
      {data?.books.map((book) => (
        <BookCard key={book.id} book={book} />
      ))}
    </Shelf>
  );
}
