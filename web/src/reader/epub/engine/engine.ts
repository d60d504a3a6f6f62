// The interface of the layout engine. Only foliate.ts knows its implementation. Positions are Readium locators.
import type { Locator } from '@lectern/contract/progress';
import type { Bounds, TextSelection } from '../../shared/annotations/selection.ts';
import type { Highlight } from '../../shared/annotations/use-annotations.ts';
import type { Appearance, Theme } from '../appearance/appearance.ts';
import type { Entry } from '../book/book.ts';
import type { NarrationSource } from '../narration/narrator.ts';
import type { SpeechSource } from '../speech/reader-aloud.ts';

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

export interface Footnote {
  /** Not sanitised. */
  html: string;
  url: string;
  bounds: Bounds;
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
  /** The mouse moved; pixels from the top of the window. */
  onMouse(y: number): void;
  /** Undefined when the selection is cleared. */
  onSelected(selected: TextSelection | undefined): void;
  onHighlight(id: string, bounds: Bounds): void;
  /** A link inside the book, before it is followed. */
  onLink(url: string): void;
  onFootnote(note: Footnote): void;
  /** An external link; it is not followed. */
  onExternalLink(url: string): void;
  onImage(image: { url: string; label: string }): void;
  /** The part with this address could not be loaded; without one, nothing could. */
  onError(error: unknown, href?: string): void;
}

export interface Engine {
  /** Whether pages are turned from right to left. */
  isRtl(): boolean;
  /** By a screen; in scrolled flow by `pixels` where given. */
  next(pixels?: number): Promise<void>;
  previous(pixels?: number): Promise<void>;
  goTo(target: Target): Promise<void>;
  /** With the `@font-face` rules of the typeface. */
  setAppearance(look: Appearance, theme: Theme, fontFaces: string): void;
  setHighlights(highlights: readonly Highlight[]): void;
  /** Clears the text selection. */
  deselect(): void;
  /** Yields all occurrences of the text section by section; `done` is the searched share of the book. */
  search(text: string, signal: AbortSignal): AsyncGenerator<{ hits: Hit[]; done: number }>;
  /** Undefined for fixed pages. */
  speech: SpeechSource | undefined;
  /** Undefined for books without sound. */
  narration: NarrationSource | undefined;
  destroy(): void;
}
