// The viewer of pdf.js: pages, text selection, internal links, search. External links are never followed without a
// confirmation.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Point } from '../../shared/gestures/actions.ts';
import type { PageState } from '../../shared/progress/page-states.ts';
import { createPageMarks } from '../marks/page-marks.ts';
import { showMissingPictures } from '../pictures/missing-pictures.ts';
import { confirmFirst, labelInternalLinks } from './links.ts';
import type { PdfJs } from './pdf-js.ts';
import type { Spread } from './spreads.ts';

export type { Spread };

export type Fit = 'page-width' | 'page-fit';
export type Layout = 'scroll' | 'single';

/** 1 is the paper size. `fit` while the zoom follows the window. */
export interface Zoom {
  scale: number;
  fit: Fit | undefined;
}

export interface SearchState {
  /** From 1. 0 without a match. */
  current: number;
  total: number;
  isSearching: boolean;
}

interface ViewerEvents {
  /** Called once, when pages can be navigated to. */
  onReady(): void;
  onPage(page: number): void;
  /** A page was rendered, or could not be rendered. */
  onRendered(page: number, state: PageState): void;
  onFound(found: SearchState): void;
  onZoom(zoom: Zoom): void;
  /** The user clicked an external link. */
  onExternal(url: string): void;
}

interface Props {
  pdfJs: PdfJs;
  document: PDFDocumentProxy;
  /** Number of images skipped so far. */
  countLeftOut(): number;
  container: HTMLDivElement;
  layout: Layout;
  spread: Spread;
  toPageLabel(page: number): string;
  toLinkLabel(url: string): string;
  insideLabel: string;
  events: ViewerEvents;
}

export type Viewer = ReturnType<typeof createViewer>;

export function createViewer({
  pdfJs,
  document,
  container,
  layout,
  spread,
  events,
  countLeftOut,
  ...words
}: Props) {
  const { core, viewers } = pdfJs;
  const eventBus = new viewers.EventBus();
  const linkService = new viewers.PDFLinkService({ eventBus });
  linkService.externalLinkEnabled = false;
  linkService.addLinkAttributes = (link: HTMLAnchorElement, url: string) =>
    confirmFirst(link, words.toLinkLabel(url), () => events.onExternal(url));
  const findController = new viewers.PDFFindController({ eventBus, linkService });
  const viewer = new viewers.PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    annotationMode: core.AnnotationMode.ENABLE,
    annotationEditorMode: core.AnnotationEditorType.DISABLE,
    removePageBorders: true,
  });
  viewer.scrollMode = toScrollMode(pdfJs, layout);
  viewer.spreadMode = toSpreadMode(pdfJs, spread);
  linkService.setViewer(viewer);
  listen({ viewer, eventBus, container, events, toPageLabel: words.toPageLabel });
  const stopNaming = labelInternalLinks(container, words.insideLabel);
  const hasLeftOut = watchPages(eventBus, countLeftOut);
  eventBus.on('pagerendered', ({ pageNumber }: { pageNumber: number }) => {
    const page = viewer.getPageView(pageNumber - 1);
    // The document was closed meanwhile.
    if (page) showMissingPictures(pdfJs, page, hasLeftOut(pageNumber)).catch(() => undefined);
  });
  const marks = markPages({ viewer, eventBus, container, count: document.numPages });
  viewer.setDocument(document);
  linkService.setDocument(document, null);

  const find = (query: string, again?: 'next' | 'previous') =>
    eventBus.dispatch('find', {
      source: viewer,
      type: again ? 'again' : '',
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: again === 'previous',
      matchDiacritics: false,
    });
  return {
    goTo(page: number) {
      viewer.currentPageNumber = page;
    },
    fit(fit: Fit) {
      viewer.currentScaleValue = fit;
    },
    lay(next: Layout, sideBySide: Spread) {
      const page = viewer.currentPageNumber;
      viewer.scrollMode = toScrollMode(pdfJs, next);
      viewer.spreadMode = toSpreadMode(pdfJs, sideBySide);
      viewer.currentPageNumber = page;
    },
    zoomBy(factor: number, around?: Point) {
      const origin = around ? [around.x, around.y] : undefined;
      viewer.updateScale({ drawingDelay: 300, scaleFactor: factor, ...(origin && { origin }) });
    },
    marks,
    isFitted: (fit: Fit): boolean => viewer.currentScaleValue === fit,
    find,
    findAt: createFindAt({ viewer, eventBus, find }),
    endFind: () => eventBus.dispatch('findbarclose', { source: viewer }),
    follow: (target: string | unknown[]) => void linkService.goToDestination(target),
    close() {
      stopNaming();
      // The types do not allow null, which closes the document.
      Reflect.apply(viewer.setDocument, viewer, [null]);
      linkService.setDocument(null, null);
    },
  };
}

interface Finding {
  viewer: InstanceType<PdfJs['viewers']['PDFViewer']>;
  eventBus: InstanceType<PdfJs['viewers']['EventBus']>;
  find(query: string, again?: 'next' | 'previous'): void;
}

/** Selects the match with this index on a page: pdf.js begins at the first match of the current page. */
function createFindAt({ viewer, eventBus, find }: Finding) {
  let left = 0;
  let query = '';
  eventBus.on('updatefindcontrolstate', ({ state }: { state: number }) => {
    if (left === 0 || state === pending) return;
    left -= 1;
    find(query, 'next');
  });
  return (wanted: string, { page, index }: { page: number; index: number }): void => {
    query = wanted;
    left = index;
    viewer.currentPageNumber = page;
    find(query);
  };
}

/** Pages for which images were skipped during rendering. pdf.js renders one page at a time. */
function watchPages(
  eventBus: InstanceType<PdfJs['viewers']['EventBus']>,
  countLeftOut: () => number,
): (page: number) => boolean {
  const before = new Map<number, number>();
  const pages = new Set<number>();
  eventBus.on('pagerender', ({ pageNumber }: { pageNumber: number }) =>
    before.set(pageNumber, countLeftOut()),
  );
  return (page) => {
    if (countLeftOut() > (before.get(page) ?? 0)) pages.add(page);
    return pages.has(page);
  };
}

interface Marking extends Pick<Props, 'container'> {
  viewer: InstanceType<PdfJs['viewers']['PDFViewer']>;
  eventBus: InstanceType<PdfJs['viewers']['EventBus']>;
  count: number;
}

/** Highlights, drawn again with each page. */
function markPages({ viewer, eventBus, container, count }: Marking) {
  const marks = createPageMarks({
    container,
    count,
    findSize(page) {
      const { viewport } = viewer.getPageView(page - 1) ?? {};
      return viewport && { width: viewport.width / viewport.scale, height: viewport.height / viewport.scale };
    },
  });
  eventBus.on('pagerendered', ({ pageNumber }: { pageNumber: number }) => marks.draw(pageNumber));
  return marks;
}

const toScrollMode = ({ viewers }: PdfJs, layout: Layout): number =>
  layout === 'single' ? viewers.ScrollMode.PAGE : viewers.ScrollMode.VERTICAL;

/** pdf.js names spreads odd or even after the page on their left. */
const toSpreadMode = ({ viewers: { SpreadMode } }: PdfJs, spread: Spread): number =>
  ({ one: SpreadMode.NONE, cover: SpreadMode.EVEN, two: SpreadMode.ODD })[spread];

interface Listening extends Pick<Props, 'container' | 'events' | 'toPageLabel'> {
  eventBus: InstanceType<PdfJs['viewers']['EventBus']>;
  viewer: InstanceType<PdfJs['viewers']['PDFViewer']>;
}

function listen({ eventBus, container, events, toPageLabel }: Listening): void {
  eventBus.on('pagesinit', () => {
    for (const page of container.querySelectorAll<HTMLElement>('.page')) {
      // The built-in labels are English.
      page.removeAttribute('data-l10n-id');
      page.removeAttribute('data-l10n-args');
      page.setAttribute('aria-label', toPageLabel(Number(page.dataset.pageNumber)));
    }
    events.onReady();
  });
  eventBus.on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) =>
    events.onZoom({
      scale,
      fit: presetValue === 'page-fit' || presetValue === 'page-width' ? presetValue : undefined,
    }),
  );
  eventBus.on('pagerendered', ({ pageNumber, error }: { pageNumber: number; error?: Error | null }) =>
    events.onRendered(pageNumber, error ? 'failed' : 'there'),
  );
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => events.onPage(pageNumber));
  const reportMatches = ({
    matchesCount,
    state = 0,
  }: {
    matchesCount: Omit<SearchState, 'isSearching'>;
    state?: number;
  }) =>
    events.onFound({
      current: matchesCount.current,
      total: matchesCount.total,
      isSearching: state === pending,
    });
  eventBus.on('updatefindmatchescount', reportMatches);
  eventBus.on('updatefindcontrolstate', reportMatches);
}

/** `FindState.PENDING` of pdf.js. */
const pending = 3;
