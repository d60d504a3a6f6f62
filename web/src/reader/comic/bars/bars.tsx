// The bars above and below the pages: title, panels, page slider, previous and next book.
import { UnstyledButton } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconChevronLeft,
  IconChevronRight,
  IconFocusCentered,
  IconKeyboard,
  IconLayoutGrid,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconSettings,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Bar } from '../../shared/bars/bar.tsx';
import { BarButton } from '../../shared/bars/bar-button.tsx';
import { FullScreenButton } from '../../shared/bars/full-screen-button.tsx';
import { toPageRange } from '../../shared/bars/page-range.ts';
import { TopBar } from '../../shared/bars/top-bar.tsx';
import type { Neighbours } from '../../shared/use-neighbours.ts';
import type { Panel } from '../state/panel.ts';
import type { Turning } from '../use-turning.ts';
import classes from './bars.module.css';
import { PageSlider } from './page-slider.tsx';
import { Thumbnails } from './thumbnails.tsx';

interface BottomProps {
  /** Undefined if the server has no page images. */
  bookId: string | undefined;
  pageCount: number;
  isRtl: boolean;
  turning: Pick<Turning, 'page' | 'spread' | 'step' | 'goTo'>;
  around: Neighbours;
  panel: Panel | undefined;
  /** Pages with a mark on the slider. */
  marks?: readonly number[];
  /** Credit pages. */
  skipped?: readonly number[];
  /** Over the pages instead of next to them. */
  isOver?: boolean;
  isLeaving?: boolean;
  onPanel(panel: 'thumbnails' | 'goTo'): void;
  /** A row above the slider. */
  above?: ReactNode;
}

interface Props extends BottomProps {
  title: string;
  seriesName: string;
  /** Undefined where guided view is not available. */
  isGuided: boolean | undefined;
  onGuided(): void;
  isMarked: boolean;
  onMark(): void;
  /** The page menu. */
  menu: ReactNode;
  onPanel(panel: Panel): void;
  onClose(): void;
  /** More buttons for the top bar. */
  children?: ReactNode;
}

export function Bars(props: Props) {
  return (
    <>
      <ComicTopBar {...props} />
      <BottomBar {...props} isOver />
    </>
  );
}

function ComicTopBar(props: Props) {
  const t = useTranslate();
  const { title, seriesName, panel, isLeaving = false, isMarked, onMark, onPanel, onClose } = props;
  const { isGuided, onGuided } = props;
  return (
    <TopBar title={title} subtitle={seriesName} isOver isLeaving={isLeaving} onClose={onClose}>
      {props.children}
      <span className={classes.wideOnly}>
        <BarButton
          label={t(isMarked ? 'reader.comic.removeBookmark' : 'reader.comic.addBookmark')}
          onClick={onMark}
          isPressed={isMarked}
        >
          {isMarked ? <IconBookmarkFilled /> : <IconBookmark />}
        </BarButton>
      </span>
      {isGuided !== undefined && (
        <BarButton label={t('reader.comic.guided')} onClick={onGuided} isPressed={isGuided}>
          <IconFocusCentered />
        </BarButton>
      )}
      <BarButton
        label={t('reader.comic.thumbnails')}
        onClick={() => onPanel('thumbnails')}
        isPressed={panel === 'thumbnails'}
      >
        <IconLayoutGrid />
      </BarButton>
      <span className={classes.deskOnly}>
        <BarButton label={t('reader.comic.keys')} onClick={() => onPanel('help')}>
          <IconKeyboard />
        </BarButton>
      </span>
      <FullScreenButton />
      <BarButton label={t('reader.comic.settings')} onClick={() => onPanel('settings')}>
        <IconSettings />
      </BarButton>
      {props.menu}
    </TopBar>
  );
}

/** Page slider, page number, and buttons for the next page and book. */
export function BottomBar(props: BottomProps) {
  const { bookId, pageCount, isRtl, turning, around, panel, onPanel } = props;
  const { isOver = false, isLeaving = false, marks = [], skipped = [] } = props;
  const t = useTranslate();
  const { page, spread, step, goTo } = turning;
  const [left, right] = isRtl ? (['next', 'previous'] as const) : (['previous', 'next'] as const);
  const turn = { next: t('reader.comic.nextPage'), previous: t('reader.comic.previousPage') };
  const books = { next: t('reader.comic.nextBook'), previous: t('reader.comic.previousBook') };
  const bookButton = (side: 'next' | 'previous', icon: ReactNode) => {
    const book = around[side];
    return (
      // On a phone the end card offers the next book instead.
      <span className={classes.wideOnly}>
        <BarButton label={books[side]} isDisabled={!book} onClick={() => book && around.open(book)}>
          {icon}
        </BarButton>
      </span>
    );
  };
  return (
    <Bar edge="bottom" className={classes.bottom} isOver={isOver} isLeaving={isLeaving}>
      {panel === 'thumbnails' && bookId !== undefined && (
        <Thumbnails
          bookId={bookId}
          page={page}
          isRtl={isRtl}
          skipped={skipped}
          count={pageCount}
          onPage={goTo}
        />
      )}
      {props.above}
      <div className={classes.row} dir="ltr">
        {bookButton(left, <IconPlayerTrackPrev size={18} />)}
        <BarButton label={turn[left]} onClick={() => step(left)}>
          <IconChevronLeft />
        </BarButton>
        <PageSlider bookId={bookId} page={page} isRtl={isRtl} marks={marks} count={pageCount} onPage={goTo} />
        <UnstyledButton
          className={classes.where}
          onClick={() => onPanel('goTo')}
          title={t('reader.comic.goToPage')}
          aria-describedby="go-to-page"
        >
          {t('reader.comic.goToPageNow', { page: toPageRange(spread), count: pageCount })}
        </UnstyledButton>
        <span id="go-to-page" hidden>
          {t('reader.comic.goToPage')}
        </span>
        <BarButton label={turn[right]} onClick={() => step(right)}>
          <IconChevronRight />
        </BarButton>
        {bookButton(right, <IconPlayerTrackNext size={18} />)}
      </div>
    </Bar>
  );
}
