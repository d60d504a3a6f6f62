// One PDF on the screen: its pages with text and links, and the bars around them.
import type { BookDto } from '@lectern/contract/books';
import { Text } from '@mantine/core';
import {
  IconArrowLeft,
  IconList,
  IconMaximize,
  IconMinimize,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { BottomBar } from '../comic/bars/bars.tsx';
import { GoToPage } from '../comic/bars/go-to-page.tsx';
import { useText as useComicText } from '../comic/words/index.ts';
import { BarButton } from '../shared/bar-button.tsx';
import { leaveFull, toggleFull, useIsFull } from '../shared/full-screen.ts';
import type { Keeper } from '../shared/progress/keeper.ts';
import { useNeighbours } from '../shared/use-neighbours.ts';
import { useWakeLock } from '../shared/use-wake-lock.ts';
import { keepLook, type PdfLook, readLook } from './choice.ts';
import type { OpenPdf } from './engine/open.ts';
import type { PdfJs } from './engine/pdf-js.ts';
import { ContentsDrawer } from './panels/contents-drawer.tsx';
import { LeaveQuestion } from './panels/leave-question.tsx';
import { SearchPanel } from './panels/search-panel.tsx';
import { ViewDrawer } from './panels/view-drawer.tsx';
import classes from './pdf-reader.module.css';
import { type Step, usePdfHands } from './use-pdf-hands.ts';
import { usePdfView } from './use-viewer.ts';
import { useText } from './words/index.ts';

interface Props {
  book: BookDto;
  keeper: Keeper;
  pdfJs: PdfJs;
  pdf: OpenPdf;
  startPage: number;
  onPictures(page: number): void;
}

type Panel = 'view' | 'contents' | 'search' | 'thumbnails' | 'goTo';

export function PdfReader({ book, keeper, pdfJs, pdf, startPage, onPictures }: Props) {
  const t = useText();
  const words = useComicText();
  const navigate = useNavigate();
  const around = useNeighbours(book);
  const box = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<Panel>();
  const [external, setExternal] = useState<string>();
  const [look, setLook] = useState(readLook);
  const { viewer, page, found } = usePdfView({ box, pdfJs, pdf, startPage, look, onExternal: setExternal });
  const count = pdf.document.numPages;
  useWakeLock();
  useEffect(() => {
    if (viewer) keeper.tell({ currentPage: page });
  }, [keeper, viewer, page]);
  useEffect(
    () => keeper.onGo(({ currentPage }) => currentPage && viewer?.goTo(currentPage)),
    [keeper, viewer],
  );
  useEffect(() => box.current?.focus({ preventScroll: true }), []);

  const goTo = (wanted: number) => viewer?.goTo(Math.min(Math.max(1, wanted), count));
  const step = (what: Step) => goTo({ next: page + 1, previous: page - 1, first: 1, last: count }[what]);
  const close = useCallback(() => {
    leaveFull();
    void navigate({ to: '/books/$id', params: { id: book.id } });
  }, [navigate, book.id]);
  const change = (next: PdfLook) => {
    setLook(next);
    keepLook(next);
    if (next.layout !== look.layout) viewer?.lay(next.layout);
    viewer?.fit(next.fit);
  };
  const toggle = (which: Panel) => setPanel(panel === which ? undefined : which);
  const endSearch = () => {
    viewer?.endFind();
    setPanel(undefined);
    box.current?.focus({ preventScroll: true });
  };
  usePdfHands({ box, viewer, layout: look.layout, step, close, search: () => setPanel('search') });
  return (
    <main className={classes.reader}>
      <TopBar book={book} panel={panel} onPanel={toggle} onClose={close}>
        <BarButton label={t('view')} onClick={() => toggle('view')}>
          <IconSettings />
        </BarButton>
      </TopBar>
      {panel === 'search' && (
        <SearchPanel
          found={found}
          onFind={(query, again) => viewer?.find(query, again)}
          onClose={endSearch}
        />
      )}
      <div className={classes.frame}>
        {/* biome-ignore lint/a11y/useSemanticElements: pdf.js takes a division as its box */}
        <div
          ref={box}
          className={classes.container}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to by keyboard (WCAG 2.1.1)
          tabIndex={0}
          role="region"
          aria-label={book.title}
          data-page={page}
        >
          <div className="pdfViewer" />
        </div>
      </div>
      <output className={classes.spoken} aria-live="polite">
        {words('pageOf', { page, count })}
      </output>
      <div className={classes.bottom}>
        <BottomBar
          bookId={book.id}
          pageCount={count}
          isRtl={false}
          turning={{ page, step, goTo }}
          around={around}
          panel={panel === 'thumbnails' ? panel : undefined}
          onPanel={toggle}
        />
      </div>
      <ContentsDrawer
        pdf={pdf}
        isOpen={panel === 'contents'}
        onFollow={(target) => {
          viewer?.follow(target);
          setPanel(undefined);
        }}
        onClose={() => setPanel(undefined)}
      />
      <GoToPage
        isOpen={panel === 'goTo'}
        count={count}
        page={page}
        onPage={(wanted) => {
          setPanel(undefined);
          goTo(wanted);
        }}
        onClose={() => setPanel(undefined)}
      />
      <ViewDrawer
        isOpen={panel === 'view'}
        look={look}
        onLook={change}
        onZoom={(factor) => viewer?.zoomBy(factor)}
        onPictures={() => onPictures(page)}
        onClose={() => setPanel(undefined)}
      />
      <LeaveQuestion url={external} onClose={() => setExternal(undefined)} />
    </main>
  );
}

interface TopProps {
  book: BookDto;
  panel: Panel | undefined;
  onPanel(panel: Panel): void;
  onClose(): void;
  children: React.ReactNode;
}

function TopBar({ book, panel, onPanel, onClose, children }: TopProps) {
  const t = useText();
  const words = useComicText();
  const isFull = useIsFull();
  return (
    <header className={classes.top}>
      <BarButton label={words('closeBook')} onClick={onClose}>
        <IconArrowLeft />
      </BarButton>
      <div className={classes.titles}>
        <Text component="h1" size="sm" fw={600} truncate>
          {book.title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {book.seriesName}
        </Text>
      </div>
      <BarButton label={t('contents')} onClick={() => onPanel('contents')}>
        <IconList />
      </BarButton>
      <BarButton label={t('search')} onClick={() => onPanel('search')} isPressed={panel === 'search'}>
        <IconSearch />
      </BarButton>
      <BarButton label={words(isFull ? 'leaveFullScreen' : 'fullScreen')} onClick={toggleFull}>
        {isFull ? <IconMinimize /> : <IconMaximize />}
      </BarButton>
      {children}
    </header>
  );
}
