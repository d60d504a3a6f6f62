// The PDF reader: pages, bars and panels.
import type { BookDto } from '@lectern/contract/books';
import { useMediaQuery } from '@mantine/hooks';
import { IconList, IconSearch, IconSettings } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { BottomBar } from '../comic/bars/bars.tsx';
import { Announcement } from '../shared/announcement.tsx';
import { BarButton } from '../shared/bars/bar-button.tsx';
import { FullScreenButton } from '../shared/bars/full-screen-button.tsx';
import { GoToPage } from '../shared/bars/go-to-page.tsx';
import { TopBar } from '../shared/bars/top-bar.tsx';
import { WayBack } from '../shared/bars/way-back.tsx';
import type { ProgressSync } from '../shared/progress/progress-sync.ts';
import { useClose } from '../shared/use-close.ts';
import { useNeighbours } from '../shared/use-neighbours.ts';
import { useWakeLock } from '../shared/use-wake-lock.ts';
import type { OpenPdf } from './engine/open.ts';
import type { PdfJs } from './engine/pdf-js.ts';
import type { Fit, Viewer } from './engine/viewer.ts';
import { ContentsDrawer } from './panels/contents-drawer.tsx';
import { ExternalLinkDialog } from './panels/external-link-dialog.tsx';
import { PdfSettingsPanel } from './panels/pdf-settings-panel.tsx';
import { SearchPanel } from './panels/search-panel.tsx';
import { ZoomButtons } from './panels/zoom-buttons.tsx';
import classes from './pdf-reader.module.css';
import { type PdfSettings, readSettings, saveSettings } from './settings.ts';
import { useLook } from './use-look.ts';
import { type Step, usePdfInput } from './use-pdf-input.ts';
import { usePdfView } from './use-viewer.ts';

interface Props {
  book: BookDto;
  progressSync: ProgressSync;
  pdfJs: PdfJs;
  pdf: OpenPdf;
  startPage: number;
  /** Undefined where the server cannot render pages. */
  onPictures?: (page: number) => void;
}

type Panel = 'view' | 'contents' | 'search' | 'thumbnails' | 'goTo';

export function PdfReader({ book, progressSync, pdfJs, pdf, startPage, onPictures }: Props) {
  const t = useTranslate();
  const around = useNeighbours(book);
  const box = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<Panel>();
  const [external, onExternal] = useState<string>();
  const [settings, setSettings] = useState(readSettings);
  const isNarrow = useMediaQuery('(max-width: 48em)', innerWidth < 768, { getInitialValueInEffect: false });
  const { viewer, page, found, zoom } = usePdfView({ box, pdfJs, pdf, startPage, settings, onExternal });
  const count = pdf.document.numPages;
  const isKnown = book.pageCount > 0;
  useWakeLock();
  const look = useLook(page, panel === 'search');
  usePdfProgress({ progressSync, viewer, page: look.readPage, count, isKnown });
  useEffect(() => box.current?.focus({ preventScroll: true }), []);

  const goTo = (wanted: number) => {
    const clamped = Math.min(Math.max(1, wanted), count);
    look.stayAt(clamped);
    viewer?.goTo(clamped);
  };
  const step = (what: Step) => goTo({ next: page + 1, previous: page - 1, first: 1, last: count }[what]);
  const close = useClose(book.id);
  const change = (next: PdfSettings) => {
    setSettings(next);
    saveSettings(next);
    if (next.layout !== settings.layout) viewer?.lay(next.layout);
    viewer?.fit(next.fit);
  };
  const toggle = (which: Panel) => setPanel(panel === which ? undefined : which);
  const endSearch = () => {
    viewer?.endFind();
    setPanel(undefined);
    box.current?.focus({ preventScroll: true });
  };
  usePdfInput({ box, viewer, layout: settings.layout, step, close, search: () => setPanel('search') });
  const onFit = (fit: Fit) => change({ ...settings, fit });
  const zoomButtons = <ZoomButtons zoom={zoom} onZoom={(factor) => viewer?.zoomBy(factor)} onFit={onFit} />;
  return (
    <main className={classes.reader}>
      <TopBar title={book.title} subtitle={book.seriesName} onClose={close}>
        {!isNarrow && zoomButtons}
        <Tools panel={panel} toggle={toggle} />
      </TopBar>
      {panel === 'search' && (
        <SearchPanel
          found={found}
          onFind={(query, again) => viewer?.find(query, again)}
          onClose={endSearch}
        />
      )}
      <PdfPages box={box} title={book.title} page={page}>
        {look.isAway && (
          <WayBack onReturn={() => viewer?.goTo(look.readPage)} onStay={() => look.stayAt(page)} />
        )}
      </PdfPages>
      <Announcement>{t('reader.comic.pageOf', { page, count })}</Announcement>
      <BottomBar
        bookId={isKnown ? book.id : undefined}
        pageCount={count}
        isRtl={false}
        turning={{ page, step, goTo }}
        around={around}
        panel={panel === 'thumbnails' ? panel : undefined}
        onPanel={toggle}
        above={isNarrow && zoomButtons}
      />
      <Panels
        {...{ pdf, panel, count, page, goTo, viewer }}
        look={settings}
        onLook={change}
        onPictures={onPictures && (() => onPictures(page))}
        onClose={() => setPanel(undefined)}
      />
      <ExternalLinkDialog url={external} onClose={() => onExternal(undefined)} />
    </main>
  );
}

interface ProgressProps {
  progressSync: ProgressSync;
  viewer: Viewer | undefined;
  page: number;
  count: number;
  /** The server knows the number of pages. */
  isKnown: boolean;
}

/** Reports the current page, and goes to the position of another device. */
function usePdfProgress({ progressSync, viewer, page, count, isKnown }: ProgressProps): void {
  useEffect(() => {
    if (!viewer) return;
    const share = isKnown ? {} : { progressPercentage: page / count };
    progressSync.report({ currentPage: page, ...share });
  }, [progressSync, viewer, page, count, isKnown]);
  useEffect(
    () => progressSync.onGo(({ currentPage }) => currentPage && viewer?.goTo(currentPage)),
    [progressSync, viewer],
  );
}

function PdfPages({
  box,
  title,
  page,
  children,
}: {
  box: RefObject<HTMLDivElement | null>;
  title: string;
  page: number;
  /** Over the pages. */
  children: ReactNode;
}) {
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: pdf.js takes a division as its box */}
      <div
        ref={box}
        className={classes.container}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to by keyboard (WCAG 2.1.1)
        tabIndex={0}
        role="region"
        aria-label={title}
        data-page={page}
      >
        <div className="pdfViewer" />
      </div>
      {children}
    </div>
  );
}

interface PanelsProps {
  pdf: OpenPdf;
  viewer: Viewer | undefined;
  panel: Panel | undefined;
  look: PdfSettings;
  count: number;
  page: number;
  goTo(page: number): void;
  onLook(look: PdfSettings): void;
  onPictures: (() => void) | undefined;
  onClose(): void;
}

function Panels({ pdf, viewer, panel, look, count, page, goTo, onLook, onPictures, onClose }: PanelsProps) {
  return (
    <>
      <ContentsDrawer
        pdf={pdf}
        isOpen={panel === 'contents'}
        onFollow={(target) => {
          viewer?.follow(target);
          onClose();
        }}
        onClose={onClose}
      />
      <GoToPage
        isOpen={panel === 'goTo'}
        count={count}
        page={page}
        onPage={(wanted) => {
          onClose();
          goTo(wanted);
        }}
        onClose={onClose}
      />
      {panel === 'view' && (
        <PdfSettingsPanel
          look={look}
          onLook={onLook}
          onZoom={(factor) => viewer?.zoomBy(factor)}
          onPictures={onPictures}
          onClose={onClose}
        />
      )}
    </>
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
