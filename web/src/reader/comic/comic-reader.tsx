// The comic reader: pages, bars and panels.
import type { BookDto } from '@lectern/contract/books';
import type { Page } from '@lectern/contract/pages';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { Announcement } from '../shared/announcement.tsx';
import { GoToPage } from '../shared/bars/go-to-page.tsx';
import { ShowBars } from '../shared/bars/show-bars.tsx';
import type { ProgressSync } from '../shared/progress/progress-sync.ts';
import { useClose } from '../shared/use-close.ts';
import { useNeighbours } from '../shared/use-neighbours.ts';
import { useWakeLock } from '../shared/use-wake-lock.ts';
import { WarmFilter } from '../shared/warmth/warm-filter.tsx';
import { Bars } from './bars/bars.tsx';
import { ComicSettings } from './bars/comic-settings.tsx';
import { Help } from './bars/help.tsx';
import classes from './comic-reader.module.css';
import { useSettings } from './settings/use-settings.ts';
import { EndCard } from './stage/end-card.tsx';
import { Stage } from './stage/stage.tsx';
import { useZoom } from './stage/use-zoom.ts';
import type { Panel } from './state/panel.ts';
import type { Settings } from './state/settings.ts';
import { useBars } from './use-bars.ts';
import { useCommands } from './use-commands.ts';
import { type Turning, useTurning } from './use-turning.ts';

interface Props {
  book: BookDto;
  progressSync: ProgressSync;
  pages: readonly Page[];
  startPage: number;
  /** More buttons for the top bar. */
  children?: ReactNode;
}

const zonesSeen = 'lectern.comic.zones-seen';

function useFirstZones(): Panel | undefined {
  const [isFirst] = useState(() => localStorage.getItem(zonesSeen) === null);
  useEffect(() => localStorage.setItem(zonesSeen, 'yes'), []);
  return isFirst ? 'zones' : undefined;
}

export function ComicReader({ book, progressSync, pages, startPage, children }: Props) {
  const reader = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const memory = useSettings(book);
  const { settings, change } = memory;
  const around = useNeighbours(book);
  const turning = useTurning({ bookId: book.id, pages, settings, startPage, progressSync, around });
  const zoom = useZoom(stage);
  const [panel, setPanel] = useState<Panel | undefined>(useFirstZones());
  const bars = useBars({ reader, stage, panel, setPanel });
  useWakeLock();
  const close = useClose(book.id);
  const run = useCommands({ stage, memory, turning, around, zoom, panel, setPanel, close, bars });
  const { page, goTo, edge } = turning;
  const other = (side: 'before' | 'after') => (side === 'after' ? around.next : around.previous);
  const card = (side: 'before' | 'after', onStay?: () => void) => {
    const otherBook = other(side);
    const parts = { side, title: book.title, other: otherBook, onStay, onClose: close };
    return <EndCard {...parts} onOpen={() => otherBook && around.open(otherBook)} />;
  };
  const open = (wanted: Panel) => setPanel(panel === wanted ? undefined : wanted);
  return (
    <main ref={reader} className={classes.reader} style={toStageStyle(settings)}>
      {!bars.isThere && <ShowBars onShow={bars.toggle} />}
      <Stage ref={stage} {...{ reader, book, pages, settings, turning, zoom, panel, setPanel, bars, run }}>
        {card('after')}
      </Stage>
      <WarmFilter />
      {edge && card(edge, turning.leaveEdge)}
      <Where turning={turning} count={pages.length} />
      {bars.isThere ? (
        <Bars
          bookId={book.id}
          title={book.title}
          seriesName={book.seriesName}
          pageCount={pages.length}
          isRtl={settings.direction === 'rtl' && settings.mode === 'paged'}
          isLeaving={bars.isLeaving}
          onPanel={open}
          onClose={close}
          {...{ turning, around, panel }}
        >
          {children}
        </Bars>
      ) : (
        <div className={classes.pill} aria-hidden="true">{`${page} / ${pages.length}`}</div>
      )}
      {panel === 'settings' && (
        <ComicSettings
          memory={memory}
          onZones={() => setPanel('zones')}
          onClose={() => setPanel(undefined)}
        />
      )}
      <Help
        isOpen={panel === 'help'}
        areLettersOn={settings.areLettersOn}
        onLetters={(areLettersOn) => change({ areLettersOn })}
        onClose={() => setPanel(undefined)}
      />
      <GoToPage
        isOpen={panel === 'goTo'}
        count={pages.length}
        page={page}
        onPage={(wanted) => {
          setPanel(undefined);
          goTo(wanted);
        }}
        onClose={() => setPanel(undefined)}
      />
    </main>
  );
}

const backgrounds = { black: '#000', gray: '#4a4a4a', white: '#fff', theme: 'var(--mantine-color-body)' };

const toStageStyle = ({
  brightness,
  contrast,
  isGray,
  background,
}: Settings): CSSProperties & Record<string, string> => {
  const isPlain = brightness === 100 && contrast === 100 && !isGray;
  return {
    background: backgrounds[background],
    '--page-filter': isPlain
      ? 'none'
      : `brightness(${brightness}%) contrast(${contrast}%) grayscale(${isGray ? 1 : 0})`,
  };
};

/** Announces the page, or both pages of a spread. */
function Where({ turning: { spread, page }, count }: { turning: Turning; count: number }) {
  const t = useTranslate();
  const [first = page, second] = spread;
  return (
    <Announcement>
      {second === undefined
        ? t('reader.comic.pageOf', { page: first, count })
        : t('reader.comic.pagesOf', { first, second, count })}
    </Announcement>
  );
}
