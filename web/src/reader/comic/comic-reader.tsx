// The comic reader: pages, bars and panels.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Page } from '@lectern/contract/serving/pages';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { readFromDevice, storeOnDevice } from '../../api/device-storage.ts';
import { toPageRange } from '../shared/bars/page-range.ts';
import { ShowBars } from '../shared/bars/show-bars.tsx';
import { noBars } from '../shared/bars/use-bar-heights.ts';
import { useBars } from '../shared/bars/use-bars.ts';
import { useIncognito } from '../shared/incognito/use-incognito.ts';
import { Notice, useNotice } from '../shared/notice/notice.tsx';
import { usePageStates } from '../shared/progress/page-states.ts';
import type { ProgressSync } from '../shared/progress/progress-sync.ts';
import { useClose } from '../shared/use-close.ts';
import { useNeighbours } from '../shared/use-neighbours.ts';
import { useWakeLock } from '../shared/use-wake-lock.ts';
import { WarmFilter } from '../shared/warmth/warm-filter.tsx';
import { PageMenu } from './actions/page-menu.tsx';
import { Bars } from './bars/bars.tsx';
import { useBookmarks } from './bookmarks/use-bookmarks.ts';
import classes from './comic-reader.module.css';
import { EndCard } from './ending/end-card.tsx';
import { hasRoomForTwo } from './geometry/shapes.ts';
import { CorrectionEditor } from './guided/correction/correction-editor.tsx';
import { useDownloadedPanels } from './guided/use-downloaded-panels.ts';
import { useGuided } from './guided/use-guided.ts';
import { useGuiding } from './guided/use-guiding.ts';
import { usePeek } from './guided/use-peek.ts';
import { MagnifierLens } from './magnifier/magnifier.tsx';
import { useMagnifier } from './magnifier/use-magnifier.ts';
import { Panels } from './panels/panels.tsx';
import { useSettings } from './settings/use-settings.ts';
import { SlideshowControl } from './slideshow/slideshow-control.tsx';
import { useSlides, useSlideshow } from './slideshow/use-slideshow.ts';
import { Stage } from './stage/stage.tsx';
import { useBox } from './stage/use-box.ts';
import { usePageShapes } from './stage/use-page-shapes.ts';
import { useSources } from './stage/use-sources.ts';
import { useZoom } from './stage/use-zoom.ts';
import { Where } from './stage/where.tsx';
import { toStageStyle } from './state/look.ts';
import type { Panel } from './state/panel.ts';
import { useCommands } from './use-commands.ts';
import { useTurning } from './use-turning.ts';

interface Props {
  book: BookDto;
  progressSync: ProgressSync;
  pages: readonly Page[];
  startPage: number;
  /** Whether the start page was requested explicitly, instead of resuming. */
  isStartAsked: boolean;
  /** Additional buttons for the top bar. */
  children?: ReactNode;
}

const zonesSeen = 'lectern.comic.zones-seen';

function useFirstZones(): Panel | undefined {
  const [isFirst] = useState(() => readFromDevice(zonesSeen) === null);
  useEffect(() => storeOnDevice(zonesSeen, 'yes'), []);
  return isFirst ? 'zones' : undefined;
}

/** The state of the reader and the actions that change it. */
function useComic(
  props: Props,
  reader: RefObject<HTMLElement | null>,
  stage: RefObject<HTMLDivElement | null>,
) {
  const { book, pages } = props;
  const memory = useSettings(book, pages);
  useDownloadedPanels(book);
  const guiding = useGuiding(memory);
  const { settings } = guiding;
  const around = useNeighbours(book);
  const screen = useBox(reader);
  const hasRoom = useMemo(() => hasRoomForTwo(pages, screen), [pages, screen]);
  const pageStates = usePageStates();
  const turning = useTurning({ ...props, pageStates, bookId: book.id, settings, hasRoom, around });
  const zoom = useZoom(stage);
  const [panel, setPanel] = useState<Panel | undefined>(useFirstZones());
  const onHide = () => {
    if (panel === 'thumbnails') setPanel(undefined);
  };
  const bars = useBars({ reader, pages: stage, onHide });
  const { notice, say } = useNotice();
  const bookmarks = useBookmarks(book.id, pages.length, say);
  // Pages are fitted between the bars. A strip keeps its position, because the user scrolls it.
  const covered = settings.mode === 'strip' ? noBars : bars.covered;
  const box = { width: screen.width, height: screen.height - covered.top - covered.bottom };
  const shapes = usePageShapes(pages, settings);
  const guided = useGuided({ book, guiding, turning, shapes, zoom, box, say });
  const magnifier = useMagnifier();
  const slideshow = useSlideshow();
  const incognito = useIncognito();
  const close = useClose(book.id);
  const parts = {
    memory,
    around,
    turning,
    guided,
    zoom,
    panel,
    setPanel,
    bars,
    bookmarks,
    magnifier,
    slideshow,
    pageStates,
    say,
    incognito,
  };
  const run = useCommands({ ...parts, stage, close });
  const isPeekable = guided.isPeekable && panel === undefined;
  usePeek({ stage, isPeekable, peek: guided.peek, step: () => run('screenDown') });
  const isAtEnd = turning.edge !== undefined;
  useSlides({
    slideshow,
    seconds: settings.slideSeconds,
    isAtEnd,
    isComing: () => pageStates.areComing(turning.spread),
    step: () => run('screenDown'),
  });
  useWakeLock();
  return { ...parts, notice, settings, screen, covered, box, shapes, close, run };
}

const toSkipped = (pages: readonly Page[]): number[] =>
  pages.filter(({ skipped }) => skipped).map(({ pageNumber }) => pageNumber);

export function ComicReader(props: Props) {
  const { book, pages, children } = props;
  const reader = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const comic = useComic(props, reader, stage);
  const { settings, around, turning, panel, setPanel, bars, bookmarks, magnifier, run, close } = comic;
  const { edge, spread } = turning;
  const [corrected, setCorrected] = useState<number>();
  const toSource = useSources(book.id, pages, settings);
  const isMarked = spread.some((one) => bookmarks.pages.includes(one));
  const card = (side: 'before' | 'after', onStay?: () => void) => {
    const other = side === 'after' ? around.next : around.previous;
    const isCounting = side === 'after' && settings.ending !== 'card';
    const parts = { side, title: book.title, other, isCounting, onStay, onClose: close };
    return <EndCard {...parts} onOpen={() => other && around.open(other)} />;
  };
  return (
    <main ref={reader} className={classes.reader} style={toStageStyle(settings)}>
      {!bars.isThere && <ShowBars onShow={bars.toggle} />}
      <Stage ref={stage} {...comic} book={book} pages={pages} toSource={toSource}>
        {card('after')}
      </Stage>
      <WarmFilter />
      <MagnifierLens
        stage={stage}
        magnifier={magnifier}
        isPeekable={comic.guided.isPeekable}
        toFull={(number) => toSource(number, Number.POSITIVE_INFINITY)}
      />
      {edge && card(edge, turning.leaveEdge)}
      <Where turning={turning} panel={comic.guided.panel} count={pages.length} />
      <Notice notice={comic.notice} />
      <SlideshowControl slideshow={comic.slideshow} />
      {bars.isThere ? (
        <Bars
          bookId={book.id}
          title={book.title}
          seriesName={book.seriesName}
          pageCount={pages.length}
          skipped={toSkipped(pages)}
          isRtl={settings.direction === 'rtl' && settings.mode === 'paged'}
          isLeaving={bars.isLeaving}
          isGuided={settings.mode === 'paged' ? comic.guided.isOn : undefined}
          onGuided={() => run('guided')}
          isMarked={isMarked}
          marks={bookmarks.pages}
          onMark={() => run('bookmark')}
          menu={
            <PageMenu
              {...comic}
              onCorrect={setCorrected}
              book={book}
              pages={pages}
              isMarked={isMarked}
              shown={spread}
            />
          }
          onPanel={(wanted) => setPanel(panel === wanted ? undefined : wanted)}
          onClose={close}
          turning={turning}
          around={around}
          panel={panel}
        >
          {children}
        </Bars>
      ) : (
        <>
          {isMarked && <span className={classes.ribbon} data-marked="" />}
          <div className={classes.pill} aria-hidden="true">{`${toPageRange(spread)} / ${pages.length}`}</div>
        </>
      )}
      <Panels {...comic} book={book} count={pages.length} />
      {corrected !== undefined && (
        <CorrectionEditor
          bookId={book.id}
          page={corrected}
          src={toSource(corrected, comic.screen.width)}
          onClose={() => setCorrected(undefined)}
        />
      )}
    </main>
  );
}
