// The open panel: settings, bookmarks, help or the page prompt.
import type { BookDto } from '@lectern/contract/libraries/books';
import { GoToPage } from '../../shared/bars/go-to-page.tsx';
import { BookmarksPanel } from '../bookmarks/bookmarks-panel.tsx';
import type { Bookmarks } from '../bookmarks/use-bookmarks.ts';
import type { SettingsStore } from '../settings/use-settings.ts';
import type { Panel } from '../state/panel.ts';
import type { Turning } from '../use-turning.ts';
import { ComicSettings } from './comic-settings.tsx';
import { Help } from './help.tsx';

interface Props {
  book: BookDto;
  count: number;
  memory: SettingsStore;
  turning: Turning;
  bookmarks: Bookmarks;
  panel: Panel | undefined;
  setPanel(panel: Panel | undefined): void;
}

export function Panels(props: Props) {
  const { book, count, memory, turning, bookmarks, panel, setPanel } = props;
  const { settings, change } = memory;
  const { page, goTo, isDouble } = turning;
  const onClose = () => setPanel(undefined);
  return (
    <>
      {panel === 'settings' && (
        <ComicSettings
          memory={memory}
          isDouble={isDouble}
          onClose={onClose}
          onZones={() => setPanel('zones')}
        />
      )}
      {panel === 'bookmarks' && (
        <BookmarksPanel bookId={book.id} onPage={goTo} bookmarks={bookmarks} page={page} onClose={onClose} />
      )}
      <Help
        isOpen={panel === 'help'}
        areLettersOn={settings.areLettersOn}
        onLetters={(areLettersOn) => change({ areLettersOn })}
        onClose={onClose}
      />
      <GoToPage isOpen={panel === 'goTo'} onPage={goTo} count={count} page={page} onClose={onClose} />
    </>
  );
}
