// The PDF reader: pages, bars and panels.
import type { BookDto } from '@lectern/contract/libraries/books';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { Announcement } from '../shared/announcement.tsx';
import { WayBack } from '../shared/bars/way-back.tsx';
import { useIncognito } from '../shared/incognito/use-incognito.ts';
import { Notice, useNotice } from '../shared/notice/notice.tsx';
import { useDisplayed } from '../shared/progress/page-states.ts';
import type { ProgressSync } from '../shared/progress/progress-sync.ts';
import { useClose } from '../shared/use-close.ts';
import { useWakeLock } from '../shared/use-wake-lock.ts';
import { WarmFilter } from '../shared/warmth/warm-filter.tsx';
import type { OpenPdf } from './engine/open.ts';
import type { PdfJs } from './engine/pdf-js.ts';
import { type Spread, toSpreadPages, turnFrom } from './engine/spreads.ts';
import type { Fit, Viewer } from './engine/viewer.ts';
import { PdfPopups } from './marks/pdf-popups.tsx';
import { usePdfMarks } from './marks/use-pdf-marks.ts';
import { ExternalLinkDialog } from './panels/external-link-dialog.tsx';
import { Panels } from './panels/panels.tsx';
import { usePanel } from './panels/use-panel.ts';
import { ZoomButtons } from './panels/zoom-buttons.tsx';
import { PdfBars } from './pdf-bars.tsx';
import { PdfPages } from './pdf-pages.tsx';
import classes from './pdf-reader.module.css';
import { type PdfSettings, readSettings, saveSettings } from './settings.ts';
import { usePdfBars } from './use-bars.ts';
import { useLook } from './use-look.ts';
import { useOutline } from './use-outline.ts';
import { type Step, usePdfInput } from './use-pdf-input.ts';
import { type PdfView, usePdfView } from './use-viewer.ts';

interface Props {
  book: BookDto;
  progressSync: ProgressSync;
  pdfJs: PdfJs;
  pdf: OpenPdf;
  startPage: number;
  /** Undefined if the server cannot render pages. */
  onPictures?: (page: number) => void;
}

export function PdfReader({ book, progressSync, pdfJs, pdf, startPage, onPictures }: Props) {
  const t = useTranslate();
  const reader = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [external, onExternal] = useState<string>();
  const [settings, setSettings] = useState(readSettings);
  const isNarrow = useMediaQuery('(max-width: 48em)', innerWidth < 768, { getInitialValueInEffect: false });
  const view = usePdfView({ box, pdfJs, pdf, startPage, settings, onExternal });
  const { viewer, page, found, zoom } = view;
  const count = pdf.document.numPages;
  const isKnown = book.pageCount > 0;
  const outline = useOutline(pdf);
  const spread = useMemo(() => toSpreadPages(page, settings.spread, count), [page, settings.spread, count]);
  useWakeLock();
  const panels = usePanel({ box, viewer });
  const { panel } = panels;
  const look = useLook(page, panel === 'search');
  const { toggle: toggleIncognito } = useIncognito();
  const { notice, say } = useNotice();
  const marks = usePdfMarks({ bookId: book.id, box, viewer });
  const bars = usePdfBars({ reader, box });
  usePdfProgress({ ...view, progressSync, page: look.readPage, spread: settings.spread, count, isKnown });
  useEffect(() => box.current?.focus({ preventScroll: true }), []);

  const goTo = (wanted: number) => {
    const clamped = Math.min(Math.max(1, wanted), count);
    look.stayAt(clamped);
    viewer?.goTo(clamped);
  };
  const step = (to: Step) =>
    goTo(to === 'first' ? 1 : to === 'last' ? count : turnFrom(page, to, settings.spread));
  const close = useClose(book.id);
  const change = (next: PdfSettings) => {
    setSettings(next);
    saveSettings(next);
    if (viewer) lay(viewer, next, settings);
  };
  const turn = (to: Step) => {
    bars.hide();
    if (panel === 'thumbnails') panels.close();
    step(to);
  };
  usePdfInput({
    box,
    viewer,
    layout: settings.layout,
    step: turn,
    toggleBars: bars.toggle,
    scrolled: bars.hide,
    close: marks.popup ? () => marks.show(undefined) : panel === undefined ? close : panels.close,
    search: () => panels.toggle('search'),
    showMarks: () => panels.toggle('marks'),
    showContents: () => (outline.length > 0 ? panels.toggle('contents') : say(t('reader.pdf.noContents'))),
    showSettings: () => panels.toggle('view'),
    showHelp: () => panels.toggle('help'),
    showGoTo: () => panels.toggle('goTo'),
    resetZoom: () => viewer?.fit(settings.fit),
    openMark: marks.openAt,
    toggleIncognito,
  });
  const onFit = (fit: Fit) => change({ ...settings, fit });
  const zoomButtons = <ZoomButtons zoom={zoom} onZoom={(factor) => viewer?.zoomBy(factor)} onFit={onFit} />;
  const isBeside = panel === 'search' || panel === 'contents' || panel === 'marks' || panel === 'help';
  return (
    <main ref={reader} className={classes.reader} data-beside={isBeside || undefined}>
      <PdfBars
        book={book}
        bars={bars}
        page={page}
        spread={spread}
        count={count}
        panel={panel}
        isNarrow={isNarrow}
        hasContents={outline.length > 0}
        zoomButtons={zoomButtons}
        step={step}
        goTo={goTo}
        toggle={panels.toggle}
        onClose={close}
      />
      <PdfPages box={box} page={page} settings={settings} room={bars.room} title={book.title}>
        {look.isAway && (
          <WayBack onReturn={() => viewer?.goTo(look.readPage)} onStay={() => look.stayAt(page)} />
        )}
      </PdfPages>
      <WarmFilter />
      <Notice notice={notice} />
      <Announcement>
        {spread[1] === undefined
          ? t('reader.comic.pageOf', { page, count })
          : t('reader.comic.pagesOf', { first: spread[0] ?? page, second: spread[1], count })}
      </Announcement>
      <Panels
        document={pdf.document}
        outline={outline}
        panel={panel}
        count={count}
        page={page}
        goTo={goTo}
        viewer={viewer}
        settings={settings}
        found={found}
        marks={marks}
        wanted={panels.wanted}
        title={book.title}
        onSettings={change}
        onPictures={onPictures && (() => onPictures(page))}
        onClose={panels.close}
      />
      <PdfPopups marks={marks} onSearch={panels.searchFor} />
      <ExternalLinkDialog url={external} onClose={() => onExternal(undefined)} />
    </main>
  );
}

/** Colors and brightness do not change the zoom. */
function lay(viewer: Viewer, next: PdfSettings, before: PdfSettings): void {
  const isLaidAnew = next.layout !== before.layout || next.spread !== before.spread;
  if (isLaidAnew) viewer.lay(next.layout, next.spread);
  if (next.color === before.color && next.brightness === before.brightness) viewer.fit(next.fit);
}

interface ProgressProps extends Pick<PdfView, 'viewer' | 'page' | 'pageStates'> {
  progressSync: ProgressSync;
  spread: Spread;
  count: number;
  /** The server knows the number of pages. */
  isKnown: boolean;
}

/** Reports the last rendered page of the current spread, and goes to the position from another device. */
function usePdfProgress(props: ProgressProps): void {
  const { progressSync, viewer, page, pageStates, spread, count, isKnown } = props;
  const pages = useMemo(() => toSpreadPages(page, spread, count), [page, spread, count]);
  const displayed = useDisplayed(pageStates, pages);
  const [openedAt] = useState(page);
  useEffect(() => {
    const last = displayed.at(-1);
    if (!viewer || last === undefined) return;
    const share = isKnown ? {} : { progressPercentage: last / count };
    const hasTurned = !displayed.includes(openedAt);
    progressSync.report({ currentPage: last, ...share }, { pages: displayed, hasTurned });
  }, [progressSync, viewer, displayed, openedAt, count, isKnown]);
  useEffect(
    () => progressSync.onGo(({ currentPage }) => currentPage && viewer?.goTo(currentPage)),
    [progressSync, viewer],
  );
}
