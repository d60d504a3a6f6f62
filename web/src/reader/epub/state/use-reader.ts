// State and actions of the EPUB reader.
import type { Annotation } from '@lectern/contract/annotations';
import type { BookDto } from '@lectern/contract/books';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import { me } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError, showToast } from '../../../ui/toasts.tsx';
import { toggleFullScreen } from '../../shared/full-screen.ts';
import type { ProgressSync } from '../../shared/progress/progress-sync.ts';
import { useClose } from '../../shared/use-close.ts';
import { useWakeLock } from '../../shared/use-wake-lock.ts';
import { useAnnotations } from '../annotations/use-annotations.ts';
import type { Engine, Listeners, Target } from '../engine/engine.ts';
import { type Command, toCommand, toTapAction } from './keys.ts';
import { createMoves } from './moves.ts';
import { type Action, initialState, type Panel, type ReaderState, reduce } from './reader-state.ts';
import type { AppearanceSettings } from './use-appearance.ts';
import { type OpenBook, toTarget } from './use-book.ts';
import { useEngine } from './use-engine.ts';
import { useBookSearch } from './use-search.ts';
import { useTapping } from './use-tapping.ts';

interface Props {
  book: BookDto;
  open: OpenBook;
  start: Target;
  settings: AppearanceSettings;
  progressSync: ProgressSync;
  host: RefObject<HTMLDivElement | null>;
}

export type Reader = ReturnType<typeof useReader>;

const linePixels = 90;

export function useReader(parts: Props) {
  const { book, open, start, settings, progressSync, host } = parts;
  const { appearance, theme } = settings;
  const t = useTranslate();
  const [state, dispatch] = useReducer(reduce, initialState, toBeginning);
  const annotations = useAnnotations(book.id);
  const { data: user } = useQuery(me);
  const mayMark = user?.permissions.includes('progress:write') ?? false;
  const engineOf = useRef<Engine>(undefined);
  const reading = {
    isRtl: engineOf.current?.isRtl() ?? open.book.direction === 'rtl',
    isScrolled: appearance.flow === 'scrolled' && !open.book.isFixed,
  };
  const { tapping, change: changeTapping } = useTapping();
  useWakeLock();

  const go = useCallback((target: Target) => {
    // To look at a search hit is not to read there.
    const isLook = 'locator' in target && target.locator.searched === true;
    dispatch({ type: 'jump', isLook });
    void engineOf.current?.goTo(target);
  }, []);
  const close = useClose(book.id);
  const bookmarks = state.shown ? annotations.findBookmarks(state.shown) : [];

  const remove = (mark: Annotation) => {
    annotations.remove(mark);
    dispatch({ type: 'popup', popup: undefined });
    showToast(t('reader.epub.removed'), () => annotations.restore(mark));
  };
  const toggleBookmark = () => {
    if (!mayMark || !state.shown) return;
    if (bookmarks.length > 0) for (const one of bookmarks) annotations.remove(one);
    else annotations.addBookmark(state.shown);
  };
  const moves = createMoves({ state, dispatch, findEngine: () => engineOf.current, progressSync });
  const act = (command: Command) =>
    perform(command, {
      engine: engineOf.current,
      dispatch,
      go,
      back: moves.back,
      toggleBookmark,
      close,
      state,
    });

  const listeners: Listeners = {
    onShown(shown) {
      dispatch({ type: 'shown', shown });
      const isLooking = state.leftAt !== undefined && shown.reason !== 'turned';
      if (shown.reason !== 'laid out' && !isLooking) progressSync.report({ locator: shown.locator });
    },
    onTap: (x, y) => act(state.popup ? 'bars' : toTapAction({ x, y }, reading, tapping)),
    onKey: (event) => pressed(event, reading, act),
    onLink: (url) => go({ url }),
    ...toPopupListeners(state, (popup) => dispatch({ type: 'popup', popup })),
    onError: () => showError(t('reader.epub.partMissing')),
  };
  const { highlights } = annotations;
  const engine = useEngine({ ...open, host, start, appearance, theme, highlights, listeners });
  engineOf.current = engine;
  const search = useBookSearch(engine);

  useEffect(
    () => progressSync.onGo((to) => void toTarget(to, book.id, open).then((target) => go(target))),
    [progressSync, book.id, open, go],
  );
  useKeys((event) => pressed(event, reading, act));
  return {
    ...{ state, dispatch, annotations, mayMark, search, bookmarks, book, isRtl: reading.isRtl },
    ...{ go, act, remove, tapping, changeTapping },
    ...moves,
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

/** What is opened over the text. */
const toPopupListeners = ({ popup: open }: ReaderState, show: (popup: ReaderState['popup']) => void) =>
  ({
    onSelected(selected) {
      if (selected) show({ kind: 'selection', selected });
      else if (open?.kind === 'selection') show(undefined);
    },
    onHighlight: (id, bounds) => show({ kind: 'mark', id, bounds }),
    onFootnote: (note) => show({ kind: 'note', note }),
    onExternalLink: (url) => show({ kind: 'outside', url }),
    onImage: (image) => show({ kind: 'image', ...image }),
  }) satisfies Partial<Listeners>;

interface CommandDeps {
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

function perform(command: Command, means: CommandDeps): void {
  const { engine, dispatch, go } = means;
  if (isOpening(command)) {
    dispatch({ type: 'panel', panel: command });
    return;
  }
  const commands: Record<Exclude<Command, Opening>, () => unknown> = {
    next: () => engine?.next(),
    previous: () => engine?.previous(),
    lineDown: () => engine?.next(linePixels),
    lineUp: () => engine?.previous(linePixels),
    first: () => go({ share: 0 }),
    last: () => go({ share: 1 }),
    full: toggleFullScreen,
    bars: () => dispatch({ type: 'bars' }),
    bookmark: means.toggleBookmark,
    back: means.back,
    close() {
      engine?.deselect();
      if (means.state.popup) dispatch({ type: 'popup', popup: undefined });
      else if (means.state.panel) dispatch({ type: 'panel', panel: undefined });
      else means.close();
    },
  };
  commands[command]();
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

/** Keys that turn pages from within a panel, too; the others scroll it or are its own. */
const turning = /^(ArrowLeft|ArrowRight|PageUp|PageDown)$/;

/** Keys outside of the text. Fields, sliders, buttons and panels handle their own. */
function useKeys(listen: (event: KeyboardEvent) => void): void {
  const newest = useRef(listen);
  newest.current = listen;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      const isOfField = target?.matches('input, textarea, select, [role=slider]');
      const isOfButton = target?.matches('button, a, [role=button]') && /^( |Enter)$/.test(event.key);
      const isOfPanel = target?.closest('[data-panel]') && !turning.test(event.key);
      if (event.key === 'Escape' || !(isOfField || isOfButton || isOfPanel)) newest.current(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
