// The shelves from the top: each is rendered after those above it have loaded, so that nothing shifts. Empty ones are
// not shown.
import { isKeyOf } from '@lectern/contract/records';
import { useQueries } from '@tanstack/react-query';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { BookCard } from '../books/index.tsx';
import { SeriesCard } from '../series/index.tsx';
import { findListLink, type ListLink } from './list-links.ts';
import type { OwnShelf } from './plan.ts';
import { type OnShelf, shelfOf } from './queries.ts';
import { Shelf, ShelfPlaceholder } from './shelf.tsx';
import type { Home } from './use-home.ts';

/** The message of each shelf. */
export const shelfMessages = {
  'keep-reading': 'keepReading',
  'on-deck': 'onDeck',
  'want-to-read': 'wantToRead',
  'recent-books': 'recentBooks',
  'recent-series': 'recentSeries',
  'updated-series': 'updatedSeries',
  'recently-read': 'recentlyRead',
} as const satisfies Record<OwnShelf, string>;

interface Props {
  home: Home;
  /** False until the order of the shelves is known; nothing is shown then. */
  isKnown: boolean;
  /** Only of this library. */
  libraryId?: string | undefined;
}

export function Shelves({ home: { plan, pinned }, isKnown, libraryId }: Props) {
  const t = useTranslate();
  const shelves = plan.flatMap(({ key, isHidden }) => {
    const preset = pinned.find(({ id }) => key === `preset:${id}`);
    const isOfLibrary = preset ? preset.libraryId === libraryId : key !== 'want-to-read';
    if (isHidden || (libraryId && !isOfLibrary)) return [];
    const title = isKeyOf(shelfMessages, key) ? t(`home.${shelfMessages[key]}`) : (preset?.name ?? '');
    return [{ key, title, link: findListLink(key, { preset, libraryId }) }];
  });
  const found = useQueries({ queries: shelves.map(({ key }) => shelfOf(key, libraryId)) });
  const pending = isKnown ? found.findIndex(({ isPending }) => isPending) : 0;
  const known = pending < 0 ? shelves.length : pending;
  return (
    <>
      {shelves.slice(0, known).map(({ key, title, link }, index) => (
        <LoadedShelf key={key} title={title} link={link} on={found[index]?.data} />
      ))}
      {known < shelves.length && <ShelfPlaceholder />}
    </>
  );
}

interface FilledProps {
  title: string;
  on: OnShelf | undefined;
  link: ListLink | undefined;
}

function LoadedShelf({ title, on, link }: FilledProps) {
  const t = useTranslate();
  if (!on || on.series.length + on.books.length === 0) return null;
  const more = link && (
    <AnchorLink to={link.to} search={link.search} size="sm" aria-label={t('home.allOf', { shelf: title })}>
      {t('home.all')}
    </AnchorLink>
  );
  return (
    <Shelf title={title} more={more}>
      {on.series.map((series) => (
        <SeriesCard key={series.id} series={series} />
      ))}
      {on.books.map((book) => (
        <BookCard key={book.id} book={book} />
      ))}
    </Shelf>
  );
}
