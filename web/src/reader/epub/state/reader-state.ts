// The state of the reader: bars, panel, popup, jump history. Uses no React and no browser API.
import type { Locator } from '@lectern/contract/reading/progress';
import type { MarkPopup } from '../../shared/popups/mark-popups.tsx';
import type { Footnote, VisiblePart } from '../engine/engine.ts';

export type Panel = 'contents' | 'search' | 'marks' | 'look' | 'speech' | 'help';

/** The open popup over the text; at most one. */
type Popup =
  | MarkPopup
  | { kind: 'note'; note: Footnote }
  | { kind: 'image'; url: string; label: string }
  /** The page prompt. */
  | { kind: 'goTo' }
  /** The tap zones. */
  | { kind: 'zones' }
  | { kind: 'outside'; url: string };

export interface ReaderState {
  hasBars: boolean;
  panel: Panel | undefined;
  popup: Popup | undefined;
  shown: VisiblePart | undefined;
  /** Positions before each jump, the latest last. */
  history: readonly Locator[];
  /** Index of the history entry where the user left off to view a search hit. Undefined while reading. */
  leftAt: number | undefined;
}

export type Action =
  | { type: 'shown'; shown: VisiblePart }
  | { type: 'bars' }
  | { type: 'panel'; panel: Panel | undefined }
  | { type: 'popup'; popup: Popup | undefined }
  /** A link, the contents or a search navigates to another position. */
  | { type: 'jump'; isLook?: boolean }
  | { type: 'back' }
  /** Returns to the position where the user left off. */
  | { type: 'return' }
  /** Continues reading at the current position. */
  | { type: 'stay' };

export const initialState: ReaderState = {
  hasBars: true,
  panel: undefined,
  popup: undefined,
  shown: undefined,
  history: [],
  leftAt: undefined,
};

const maxHistory = 50;

export function reduce(state: ReaderState, action: Action): ReaderState {
  switch (action.type) {
    case 'shown': {
      const { shown } = action;
      // A page turn hides the bars and closes popups.
      const isReading = shown.reason === 'turned' && state.shown !== undefined;
      if (!isReading) return { ...state, shown };
      return {
        ...state,
        shown,
        leftAt: undefined,
        hasBars: false,
        popup: state.popup?.kind === 'image' ? state.popup : undefined,
      };
    }
    case 'bars':
      return state.popup ? { ...state, popup: undefined } : { ...state, hasBars: !state.hasBars };
    case 'panel':
      return { ...state, panel: action.panel, popup: undefined };
    case 'popup':
      return { ...state, popup: action.popup };
    case 'jump': {
      const here = state.shown?.locator;
      const history = here ? [...state.history, here].slice(-maxHistory) : state.history;
      if (!action.isLook || !here) return { ...state, history, leftAt: undefined, popup: undefined };
      // A full history drops its oldest entry.
      const lost = state.history.length + 1 - history.length;
      const leftAt = Math.max(0, state.leftAt === undefined ? history.length - 1 : state.leftAt - lost);
      return { ...state, history, leftAt, hasBars: false, popup: undefined };
    }
    case 'back': {
      const history = state.history.slice(0, -1);
      const isBack = state.leftAt === undefined || history.length <= state.leftAt;
      return { ...state, history, leftAt: isBack ? undefined : state.leftAt, popup: undefined };
    }
    case 'return':
      return { ...state, history: state.history.slice(0, state.leftAt), leftAt: undefined, popup: undefined };
    case 'stay':
      return { ...state, leftAt: undefined };
  }
}
