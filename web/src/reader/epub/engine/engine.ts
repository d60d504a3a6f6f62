// The interface of the layout engine. Only foliate.ts knows its implementation. Positions are Readium locators.
import type { Locator } from '@lectern/contract/progress';
import type { AnnotationColor } from '@lectern/contract/values';
import type { Appearance, Theme } from '../appearance/appearance.ts';
import type { Entry } from '../book/book.ts';

/** Where to go. */
export type Target =
  /** `isPointed`: the text is outlined for a moment. */
  | { locator: Locator; isPointed?: boolean }
  /** An address in the book. */
  | { url: string }
  /** Share of the whole book, 0 to 1. */
  | { share: number };

/** What is on screen. */
export interface Shown {
  locator: Locator;
  /** Shares of the whole book, 0 to 1, before the first and after the last visible text. */
  share: number;
  endShare: number;
  /** The current entry of the contents. */
  entry: Entry | undefined;
  /** The page number of the printed book. */
  pageLabel: string | undefined;
  /** Screens after this one until the section ends; undefined in scrolled flow. */
  pagesLeft: number | undefined;
  minutesLeft: number;
  isAtStart: boolean;
  isAtEnd: boolean;
  /** The first visible text. */
  text: string;
  reason: 'turned' | 'went' | 'laid out';
}

/** A rectangle in the window, for popups. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface TextSelection {
  locator: Locator;
  text: string;
  bounds: Bounds;
}

export interface Footnote {
  /** Not sanitised. */
  html: string;
  url: string;
  bounds: Bounds;
}

/** A highlight to draw. */
export interface Highlight {
  id: string;
  locator: Locator;
  color: AnnotationColor;
  hasNote: boolean;
}

export interface Hit {
  locator: Locator;
  before: string;
  match: string;
  after: string;
  label: string;
}

export interface Listeners {
  onShown(shown: Shown): void;
  /** Shares of the window, 0 to 1. */
  onTap(x: number, y: number): void;
  onKey(event: KeyboardEvent): void;
  /** Undefined when the selection is cleared. */
  onSelected(selected: TextSelection | undefined): void;
  onHighlight(id: string, bounds: Bounds): void;
  /** A link inside the book, before it is followed. */
  onLink(url: string): void;
  onFootnote(note: Footnote): void;
  /** An external link; it is not followed. */
  onExternalLink(url: string): void;
  onImage(image: { url: string; label: string }): void;
  /** A part of the book could not be loaded. */
  onError(error: unknown): void;
}

export interface Engine {
  /** Whether pages are turned from right to left. */
  isRtl(): boolean;
  /** By a screen; in scrolled flow by `pixels` where given. */
  next(pixels?: number): Promise<void>;
  previous(pixels?: number): Promise<void>;
  goTo(target: Target): Promise<void>;
  setAppearance(look: Appearance, theme: Theme): void;
  setHighlights(highlights: readonly Highlight[]): void;
  /** Clears the text selection. */
  deselect(): void;
  /** Yields all occurrences of the text section by section; `done` is the searched share of the book. */
  search(text: string, signal: AbortSignal): AsyncGenerator<{ hits: Hit[]; done: number }>;
  destroy(): void;
}
