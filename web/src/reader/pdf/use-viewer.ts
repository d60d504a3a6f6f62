// Creates the viewer of an open document while its element is mounted.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { type PageStates, usePageStates } from '../shared/progress/page-states.ts';
import type { OpenPdf } from './engine/open.ts';
import type { PdfJs } from './engine/pdf-js.ts';
import { createViewer, type SearchState, type Viewer, type Zoom } from './engine/viewer.ts';
import type { PdfSettings } from './settings.ts';

interface Props {
  box: RefObject<HTMLDivElement | null>;
  pdfJs: PdfJs;
  pdf: OpenPdf;
  startPage: number;
  settings: PdfSettings;
  onExternal(url: string): void;
}

export interface PdfView {
  viewer: Viewer | undefined;
  page: number;
  /** Pages that were rendered since the document was opened. */
  pageStates: PageStates;
  found: SearchState | undefined;
  zoom: Zoom | undefined;
}

export function usePdfView({ box, pdfJs, pdf, startPage, settings, onExternal }: Props): PdfView {
  const t = useTranslate();
  const [viewer, setViewer] = useState<Viewer>();
  const [page, setPage] = useState(startPage);
  const [found, setFound] = useState<SearchState>();
  const [zoom, setZoom] = useState<Zoom>();
  const pageStates = usePageStates();
  const begin = useRef({ settings, startPage, t, onExternal });
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const { settings: first, startPage: wanted } = begin.current;
    const count = pdf.document.numPages;
    let isReady = false;
    const made = createViewer({
      pdfJs,
      document: pdf.document,
      countLeftOut: pdf.countLeftOut,
      container: current,
      layout: first.layout,
      spread: first.spread,
      toPageLabel: (number) => begin.current.t('reader.comic.pageOf', { page: number, count }),
      insideLabel: begin.current.t('reader.pdf.insideLink'),
      toLinkLabel: (url) => begin.current.t('reader.pdf.externalLink', { url }),
      events: {
        onReady() {
          made.fit(first.fit);
          made.goTo(Math.min(wanted, count));
          isReady = true;
          setPage(Math.min(wanted, count));
          setViewer(made);
        },
        onPage: (number) => isReady && setPage(number),
        onRendered: pageStates.note,
        onFound: setFound,
        onZoom: setZoom,
        onExternal: (url) => begin.current.onExternal(url),
      },
    });
    return () => {
      setViewer(undefined);
      made.close();
    };
  }, [box, pdfJs, pdf, pageStates]);
  // Fits the pages again when the width changes, including a fit to the height.
  const { fit } = settings;
  useEffect(() => {
    if (!viewer || !box.current) return;
    let { clientWidth: width, clientHeight: height } = box.current;
    const watcher = new ResizeObserver(([entry]) => {
      const { clientWidth, clientHeight } = entry?.target ?? { clientWidth: width, clientHeight: height };
      const isWider = Math.abs(clientWidth - width) >= 2;
      const isHigher = Math.abs(clientHeight - height) >= 2;
      width = clientWidth;
      height = clientHeight;
      if (isWider || (isHigher && viewer.isFitted('page-fit'))) viewer.fit(fit);
    });
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [viewer, box, fit]);
  return { viewer, page, pageStates, found, zoom };
}
