// State and actions of the EPUB reader.

import type { BookDto } from '@lectern/contract/libraries/books';
import type { Annotation } from '@lectern/contract/reading/annotations';
import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { readFromDevice, storeOnDevice } from '../../../api/device-storage.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { removeWithUndo } from '../../shared/annotations/remove.ts';
import { type Annotations, useAnnotations } from '../../shared/annotations/use-annotations.ts';
import { useMayMark } from '../../shared/annotations/use-may-mark.ts';
import { useIncognito } from '../../shared/incognito/use-incognito.ts';
import { useNotice } from '../../shared/notice/notice.tsx';
import type { ProgressSync } from '../../shared/progress/progress-sync.ts';
import { useClose } from '../../shared/use-close.ts';
import { useWakeLock } from '../../shared/use-wake-lock.ts';
import { useFontFaces } from '../appearance/use-font-faces.ts';
import type { Engine, Listeners, Target, VisiblePart } from '../engine/engine.ts';
import { createRuler } from '../ruler/ruler.ts';
import { type Speech, useSpeech } from '../speech/use-speech.ts';
import { perform, pressed, useKeys } from './commands.ts';
import { type Command, toTapAction } from './keys.ts';
import { createMoves } from './moves.ts';
import { type Action, initialState, type Panel, type ReaderState, reduce } from './reader-state.ts';
import type { AppearanceSettings } from './use-appearance.ts';
import { type OpenBook, toTarget } from './use-book.ts';
import { useEngine } from './use-engine.ts';
import { type Missing, useMissing } from './use-missing.ts';
import { useBookSearch } from './use-search.ts';
import { useTapping } from './use-tapping.ts';

export interface ReaderParts {
  book: BookDto;
  open: OpenBook;
  start: Target;
  settings: AppearanceSettings;
  progressSync: ProgressSync;
  host: RefObject<HTMLDivElement | null>;
}

export type Reader = ReturnType<typeof useReader>;

export function useReader(parts: ReaderParts) {
  const { book, open, start, settings, progressSync, host } = parts;
  const { appearance, theme } = settings;
  const t = useTranslate();
  const [state, dispatch] = useReducer(reduce, initialState, toBeginning);
  const annotations = useAnnotations(book.id);
  const mayMark = useMayMark();
  const engineOf = useRef<Engine>(undefined);
  const reading = {
    isRtl: engineOf.current?.isRtl() ?? open.book.direction === 'rtl',
    isScrolled: appearance.flow === 'scrolled' && !open.book.isFixed,
  };
  const { tapping, change: changeTapping } = useTapping();
  const fontFaces = useFontFaces(appearance.font, open.book.language);
  const [ruler] = useState(createRuler);
  const speechOf = useRef<Speech>(undefined);
  useWakeLock();
  const missing = useMissing(start);

  const go = useGo({ dispatch, engineOf, speechOf, want: missing.want });
  const outer = { toggleIncognito: useIncognito().toggle, close: useClose(book.id) };
  const bookmarks = state.shown ? annotations.findBookmarks(state.shown) : [];

  const remove = (mark: Annotation) => {
    removeWithUndo(annotations, mark, t);
    dispatch({ type: 'popup', popup: undefined });
  };
  const { notice, say } = useNotice();
  const toggleBookmark = () => {
    if (!mayMark || !state.shown) return;
    changeBookmarks(annotations, bookmarks, state);
    say(t(bookmarks.length > 0 ? 'reader.epub.saidBookmarkOff' : 'reader.epub.saidBookmarkOn'));
  };
  const report = useReport(progressSync);
  const moves = createMoves({ state, dispatch, findEngine: () => engineOf.current, report });
  const act = (command: Command) =>
    perform(command, {
      engine: engineOf.current,
      speech: speechOf.current,
      dispatch,
      go,
      back: moves.back,
      toggleBookmark,
      say: (message) => say(t(message)),
      state,
      ...outer,
    });

  const listeners: Listeners = {
    onShown(shown) {
      dispatch({ type: 'shown', shown });
      if (shown.reason === 'turned') {
        ruler.toTop();
        speechOf.current?.follow();
      }
      if (missing.see(shown) && isRead(shown, state)) report(shown);
    },
    onTap: (x, y) => act(state.popup ? 'bars' : toTapAction({ x, y }, reading, tapping)),
    onKey: (event) => pressed(event, reading, act),
    onMouse: (y) => appearance.ruler !== 'off' && ruler.move(y),
    onLink: (url) => go({ url }),
    ...toPopupListeners(state, (popup) => dispatch({ type: 'popup', popup })),
    onError: (_, href) => missing.note(href),
  };
  const { highlights } = annotations;
  const engine = useEngine({ ...open, host, missing, appearance, theme, fontFaces, highlights, listeners });
  engineOf.current = engine;
  const speech = useSpeech(engine, open.book.language);
  speechOf.current = speech;
  const search = useBookSearch(engine);

  usePositionsElsewhere(parts, go);
  useKeys((event) => pressed(event, reading, act));
  return {
    state,
    notice,
    dispatch,
    annotations,
    mayMark,
    search,
    bookmarks,
    book,
    missing,
    isRtl: reading.isRtl,
    go,
    act,
    remove,
    tapping,
    changeTapping,
    ruler,
    speech,
    ...moves,
    deselect: () => engine?.deselect(),
    openPanel: (panel: Panel | undefined) => dispatch({ type: 'panel', panel }),
  };
}

interface GoParts {
  dispatch(action: Action): void;
  engineOf: RefObject<Engine | undefined>;
  speechOf: RefObject<Speech | undefined>;
  want: Missing['want'];
}

function useGo({ dispatch, engineOf, speechOf, want }: GoParts): (target: Target) => void {
  return useCallback(
    (target) => {
      // Viewing a search hit does not count as reading.
      const isLook = 'locator' in target && target.locator.searched === true;
      dispatch({ type: 'jump', isLook });
      // Until the engine exists, the target becomes the start position.
      if (!engineOf.current) return want(target);
      const going = engineOf.current.goTo(target);
      if (isLook) speechOf.current?.stop();
      else void going.then(() => speechOf.current?.follow());
    },
    [dispatch, engineOf, speechOf, want],
  );
}

/** Removes the visible bookmarks, or adds one. */
function changeBookmarks(
  annotations: Annotations,
  here: readonly Annotation[],
  { shown }: ReaderState,
): void {
  if (here.length > 0) for (const one of here) annotations.remove(one);
  else if (shown) annotations.addBookmark(shown);
}

/**
 * Reports the position of a screen. The book is finished once its last screen was shown; until then, the server must not
 * finish it because of a share close to 1.
 */
function useReport(progressSync: ProgressSync): (shown: VisiblePart) => void {
  const hasFinished = useRef(false);
  return ({ locator, isAtEnd }) => {
    hasFinished.current ||= isAtEnd;
    progressSync.report({ locator, ...(!hasFinished.current && { completed: false }) });
  };
}

/** Goes to the position from another device. */
function usePositionsElsewhere(
  { progressSync, book, open }: Pick<ReaderParts, 'progressSync' | 'book' | 'open'>,
  go: (target: Target) => void,
): void {
  useEffect(
    () => progressSync.onGo((to) => void toTarget(to, book.id, open).then(go)),
    [progressSync, book.id, open, go],
  );
}

/** Neither a viewed search hit nor a new layout counts as reading. */
const isRead = ({ reason }: VisiblePart, { leftAt }: ReaderState): boolean =>
  reason === 'turned' || (reason !== 'laid out' && leftAt === undefined);

const knownKey = 'lectern.epub.known';

/** Shows the bars on the first use on this device. */
function toBeginning(state: ReaderState): ReaderState {
  const isKnown = readFromDevice(knownKey) !== null;
  storeOnDevice(knownKey, '1');
  return { ...state, hasBars: !isKnown };
}

/** The popup over the text. */
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
