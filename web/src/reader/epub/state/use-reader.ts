// State and actions of the EPUB reader.
import type { Annotation } from '@lectern/contract/annotations';
import type { BookDto } from '@lectern/contract/books';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import { me } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError, tell } from '../../../ui/toasts.tsx';
import { leaveFull, toggleFull } from '../../shared/full-screen.ts';
import type { ProgressSync } from '../../shared/progress/progress-sync.ts';
import { useWakeLock } from '../../shared/use-wake-lock.ts';
import type { Engine, Listeners, Target } from '../engine/engine.ts';
import { type Command, toCommand, toTap } from './keys.ts';
import { type Action, beginning, type Panel, type ReaderState, reduce } from './reader-state.ts';
import { type OpenBook, toTarget } from './use-book.ts';
import { useEngine } from './use-engine.ts';
import type { LookSettings } from './use-look.ts';
import { useMarks } from './use-marks.ts';
import { useBookSearch } from './use-search.ts';
import { useTapping } from './use-tapping.ts';

interface Props {
  book: BookDto;
  open: OpenBook;
  start: Target;
  settings: LookSettings;
  progressSync: ProgressSync;
  host: RefObject<HTMLDivElement | null>;
}

export type Reader = ReturnType<typeof useReader>;

const linePixels = 90;

export function useReader(parts: Props) {
  const { book, open, start, settings, progressSync, host } = parts;
  const { look, theme } = settings;
  const t = useTranslate();
  const [state, dispatch] = useReducer(reduce, beginning, toBeginning);
  const marks = useMarks(book.id);
  const { data: user } = useQuery(me);
  const mayMark = user?.permissions.includes('progress:write') ?? false;
  const engineOf = useRef<Engine>(undefined);
  const reading = {
    isRtl: engineOf.current?.isRtl() ?? open.book.direction === 'rtl',
    isScrolled: look.flow === 'scrolled' && !open.book.isFixed,
  };
  const { tapping, change: changeTapping } = useTapping();
  useWakeLock();

  const go = useCallback((target: Target) => {
    dispatch({ type: 'jump' });
    void engineOf.current?.goTo(target);
  }, []);
  const close = useClose(book.id);
  const bookmarks = state.shown ? marks.findBookmarks(state.shown) : [];

  const remove = (mark: Annotation) => {
    marks.remove(mark);
    dispatch({ type: 'popup', popup: undefined });
    tell(t('reader.epub.removed'), () => marks.restore(mark));
  };
  const toggleBookmark = () => {
    if (!mayMark || !state.shown) return;
    if (bookmarks.length > 0) for (const one of bookmarks) marks.remove(one);
    else marks.addBookmark(state.shown);
  };
  const back = () => {
    const place = state.left.at(-1);
    if (!place) return;
    dispatch({ type: 'back' });
    void engineOf.current?.goTo({ locator: place });
  };
  const act = (command: Command) =>
    perform(command, { engine: engineOf.current, dispatch, go, back, toggleBookmark, close, state });

  const listeners: Listeners = {
    onShown(shown) {
      dispatch({ type: 'shown', shown });
      if (shown.why !== 'laid out') progressSync.report({ locator: shown.locator });
    },
    onTap: (x, y) => act(state.popup ? 'bars' : toTap({ x, y }, reading, tapping)),
    onKey: (event) => pressed(event, reading, act),
    onSelected(selected) {
      if (selected) dispatch({ type: 'popup', popup: { kind: 'selection', selected } });
      else if (state.popup?.kind === 'selection') dispatch({ type: 'popup', popup: undefined });
    },
    onMark: (id, spot) => dispatch({ type: 'popup', popup: { kind: 'mark', id, spot } }),
    onLink: (url) => go({ url }),
    onNote: (note) => dispatch({ type: 'popup', popup: { kind: 'note', note } }),
    onOutside: (url) => dispatch({ type: 'popup', popup: { kind: 'outside', url } }),
    onImage: (image) => dispatch({ type: 'popup', popup: { kind: 'image', ...image } }),
    onFault: () => showError(t('reader.epub.partMissing')),
  };
  const { highlights } = marks;
  const engine = useEngine({
    ...{ book: open.book, base: open.base, host, start, look, theme, marks: highlights, listeners },
  });
  engineOf.current = engine;
  const search = useBookSearch(engine);

  useEffect(
    () => progressSync.onGo((place) => void toTarget(place, book.id, open).then((target) => go(target))),
    [progressSync, book.id, open, go],
  );
  useKeys((event) => pressed(event, reading, act), state.panel === undefined);
  return {
    ...{ state, dispatch, marks, mayMark, search, bookmarks, book, isRtl: reading.isRtl },
    ...{ go, act, remove, tapping, changeTapping },
    deselect: () => engine?.deselect(),
    openPanel: (panel: Panel | undefined) => dispatch({ type: 'panel', panel }),
  };
}

const knownKey = 'lectern.epub.known';

/** The bars are shown on the first use on this device. */
function toBeginning(state: ReaderState): ReaderState {
  const isKnown = localStorage.getItem(knownKey) !== null;
  localStorage.setItem(knownKey, '1');
  return { ...state, hasBars: !isKnown };
}

interface Means {
  engine: Engine | undefined;
  dispatch(action: Action): void;
  go(target: Target): void;
  back(): void;
  toggleBookmark(): void;
  close(): void;
  state: { popup: unknown; panel: Panel | undefined };
}

const panels = ['help', 'contents', 'search', 'look', 'marks'] as const;
type Opening = (typeof panels)[number];
const isOpening = (command: Command): command is Opening => panels.some((one) => one === command);

function perform(command: Command, means: Means): void {
  const { engine, dispatch, go } = means;
  if (isOpening(command)) {
    dispatch({ type: 'panel', panel: command });
    return;
  }
  const acts: Record<Exclude<Command, Opening>, () => unknown> = {
    next: () => engine?.next(),
    previous: () => engine?.previous(),
    lineDown: () => engine?.next(linePixels),
    lineUp: () => engine?.previous(linePixels),
    first: () => go({ share: 0 }),
    last: () => go({ share: 1 }),
    full: toggleFull,
    bars: () => dispatch({ type: 'bars' }),
    bookmark: means.toggleBookmark,
    back: means.back,
    close() {
      engine?.deselect();
      if (means.state.popup) dispatch({ type: 'popup', popup: undefined });
      else means.close();
    },
  };
  acts[command]();
}

/** Keys with Ctrl, Meta or Alt are left to the browser. */
function pressed(
  event: KeyboardEvent,
  reading: Parameters<typeof toCommand>[1],
  act: (command: Command) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const command = toCommand(event, reading);
  if (!command) return;
  event.preventDefault();
  act(command);
}

/** Keys outside of the text. Fields, sliders and buttons handle their own. */
function useKeys(listen: (event: KeyboardEvent) => void, isEnabled: boolean): void {
  const newest = useRef(listen);
  newest.current = listen;
  useEffect(() => {
    if (!isEnabled) return;
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      const isOfField = target?.matches('input, textarea, select, [role=slider]');
      const isOfButton = target?.matches('button, a, [role=button]') && /^( |Enter)$/.test(event.key);
      if (event.key === 'Escape' || !(isOfField || isOfButton)) newest.current(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isEnabled]);
}

function useClose(id: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    leaveFull();
    void navigate({ to: '/books/$id', params: { id } });
  }, [navigate, id]);
}
