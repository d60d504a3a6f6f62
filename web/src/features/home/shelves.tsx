// Renders each shelf after the shelves above it have loaded, so that nothing shifts. Empty shelves are hidden.
import { isKeyOf } from '@lectern/contract/records';
import { IconEyeOff } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { BookCard, type ExtraAction, ExtraActionsContext, type Item, SeriesCard } from '../books/index.tsx';
import { ContinueCard } from './continue/continue-card.tsx';
import { groupBySeries, isGroup } from './groups/group.ts';
import { GroupCard } from './groups/group-card.tsx';
import { findListLink, type ListLink } from './list-links.ts';
import { isDismissed, type OwnShelf, type ShelfKey, toDismissed, toRestored } from './plan.ts';
import { isOfNewBooks, type OnShelf, shelfOf } from './queries.ts';
import { Shelf, ShelfPlaceholder } from './shelf.tsx';
import type { Home } from './use-home.ts';

/** The message of each shelf. */
export const shelfMessages = {
  'keep-reading': 'keepReading',
  'on-deck': 'onDeck',
  'after-finished': 'afterFinished',
  'want-to-read': 'wantToRead',
  'recent-books': 'recentBooks',
  'recent-comics': 'recentComics',
  'recent-texts': 'recentTexts',
  'recent-documents': 'recentDocuments',
  'recent-series': 'recentSeries',
  'updated-series': 'updatedSeries',
  'recently-read': 'recentlyRead',
} as const satisfies Record<OwnShelf, string>;

/** Only for new books. */
const maxCards = 20;

interface Props {
  home: Home;
  /** False until the order of the shelves is known. Nothing is shown until then. */
  isKnown: boolean;
  /** Restricts the shelves to this library. */
  libraryId?: string | undefined;
}

export function Shelves({ home, isKnown, libraryId }: Props) {
  const { plan, pinned } = home;
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
        <LoadedShelf key={key} shelf={key} title={title} link={link} on={found[index]?.data} home={home} />
      ))}
      {known < shelves.length && <ShelfPlaceholder key={known} />}
    </>
  );
}

interface LoadedProps {
  shelf: ShelfKey;
  title: string;
  on: OnShelf | undefined;
  link: ListLink | undefined;
  home: Home;
}

function LoadedShelf({ shelf, title: name, on, link, home }: LoadedProps) {
  const t = useTranslate();
  const title = on?.finished ? t('home.after', { title: on.finished.title }) : name;
  const toExtras = useHideAction(shelf, title, home);
  const isShown = (item: Item) => !isDismissed(home.choice, shelf, item);
  const series = on?.series.filter(isShown) ?? [];
  const books = on?.books.filter(isShown) ?? [];
  if (series.length + books.length === 0) return null;
  const [first, ...others] = books;
  const featured = shelf === 'keep-reading' ? first : undefined;
  const more = link && (
    <AnchorLink
      to={link.to}
      search={link.search}
      size="sm"
      lh="24px"
      px={6}
      aria-label={t('home.allOf', { shelf: title })}
    >
      {t('home.all')}
    </AnchorLink>
  );
  return (
    <ExtraActionsContext value={toExtras}>
      <Shelf title={title} more={more} featured={featured && <ContinueCard book={featured} />}>
        {series.map((one) => (
          <SeriesCard key={one.id} series={one} />
        ))}
        {(isOfNewBooks(shelf) ? groupBySeries(books).slice(0, maxCards) : featured ? others : books).map(
          (one) =>
            isGroup(one) ? <GroupCard key={one.book.id} group={one} /> : <BookCard key={one.id} book={one} />,
        )}
      </Shelf>
    </ExtraActionsContext>
  );
}

/** Hides a book or series from a shelf, without other changes. */
function useHideAction(shelf: ShelfKey, title: string, { choice, change }: Home) {
  const t = useTranslate();
  const latest = useRef(choice);
  latest.current = choice;
  return useCallback(
    (item: Item): readonly ExtraAction[] => {
      const run = () => {
        change(toDismissed(latest.current, shelf, item));
        showToast(t('home.taken', { title: item.title, shelf: title }), async () =>
          change(toRestored(latest.current, shelf, item)),
        );
      };
      return [{ label: t('home.take'), icon: <IconEyeOff size={18} />, run }];
    },
    [t, shelf, title, change],
  );
}
