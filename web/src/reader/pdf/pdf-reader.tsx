// One PDF on the screen: its pages with text and links, and the bars around them.
import type { BookDto } from '@lectern/contract/books';
import { IconList, IconSearch, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { BottomBar } from '../comic/bars/bars.tsx';
import { GoToPage } from '../comic/bars/go-to-page.tsx';
import { BarButton } from '../shared/bars/bar-button.tsx';
import { FullScreenButton } from '../shared/bars/full-screen-button.tsx';
import { TopBar } from '../shared/bars/top-bar.tsx';
import { leaveFull } from '../shared/full-screen.ts';
import type { ProgressSync } from '../shared/progress/progress-sync.ts';
import { Spoken } from '../shared/spoken.tsx';
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

interface Props {
  book: BookDto;
  progressSync: ProgressSync;
  pdfJs: PdfJs;
  pdf: OpenPdf;
  startPage: number;
  /** Undefined where the server can make none. */
  onPictures?: (page: number) => void;
}

type Panel = 'view' | 'contents' | 'search' | 'thumbnails' | 'goTo';

export function PdfReader({ book, progressSync, pdfJs, pdf, startPage, onPictures }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const around = useNeighbours(book);
  const box = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<Panel>();
  const [external, setExternal] = useState<string>();
  const [look, setLook] = useState(readLook);
  const { viewer, page, found } = usePdfView({ box, pdfJs, pdf, startPage, look, onExternal: setExternal });
  const count = pdf.document.numPages;
  const isKnown = book.pageCount > 0;
  useWakeLock();
  useEffect(() => {
    if (!viewer) return;
    // The server does not know how many pages a document has that it cannot open.
    const share = isKnown ? {} : { progressPercentage: page / count };
    progressSync.tell({ currentPage: page, ...share });
  }, [progressSync, viewer, page, count, isKnown]);
  useEffect(
    () => progressSync.onGo(({ currentPage }) => currentPage && viewer?.goTo(currentPage)),
    [progressSync, viewer],
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
      <TopBar title={book.title} subtitle={book.seriesName} onClose={close}>
        <Tools panel={panel} toggle={toggle} />
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
      <Spoken>{t('reader.comic.pageOf', { page, count })}</Spoken>
      <div className={classes.bottom}>
        <BottomBar
          bookId={isKnown ? book.id : undefined}
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
        onPictures={onPictures && (() => onPictures(page))}
        onClose={() => setPanel(undefined)}
      />
      <LeaveQuestion url={external} onClose={() => setExternal(undefined)} />
    </main>
  );
}

interface ToolsProps {
  panel: Panel | undefined;
  toggle(panel: Panel): void;
}

function Tools({ panel, toggle }: ToolsProps) {
  const t = useTranslate();
  return (
    <>
      <BarButton label={t('reader.pdf.contents')} onClick={() => toggle('contents')}>
        <IconList />
      </BarButton>
      <BarButton
        label={t('reader.pdf.search')}
        onClick={() => toggle('search')}
        isPressed={panel === 'search'}
      >
        <IconSearch />
      </BarButton>
      <FullScreenButton />
      <BarButton label={t('reader.pdf.view')} onClick={() => toggle('view')}>
        <IconSettings />
      </BarButton>
    </>
  );
}
