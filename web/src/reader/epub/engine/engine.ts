// The interface of the layout engine. Only foliate.ts depends on the implementation. Positions are Readium locators.
import type { Locator } from '@lectern/contract/reading/progress';
import type { Bounds, TextSelection } from '../../shared/annotations/selection.ts';
import type { Highlight } from '../../shared/annotations/use-annotations.ts';
import type { Appearance, Theme } from '../appearance/appearance.ts';
import type { Entry } from '../book/book.ts';
import type { NarrationSource } from '../narration/narrator.ts';
import type { SpeechSource } from '../speech/reader-aloud.ts';

/** A navigation target. */
export type Target =
  /** `isPointed`: briefly outlines the text. */
  | { locator: Locator; isPointed?: boolean }
  /** A URL in the book. */
  | { url: string }
  /** Share of the whole book, 0 to 1. */
  | { share: number };

/** The visible part of the book. */
export interface VisiblePart {
  locator: Locator;
  /** Shares of the whole book, 0 to 1, before the first and after the last visible text. */
  share: number;
  endShare: number;
  /** The current contents entry. */
  entry: Entry | undefined;
  /** The page number of the printed book. */
  pageLabel: string | undefined;
  /** Screens that follow in the section. Undefined in scrolled flow. */
  pagesLeft: number | undefined;
  minutesLeft: number;
  isAtStart: boolean;
  isAtEnd: boolean;
  /** The first visible text. */
  text: string;
  reason: 'turned' | 'went' | 'laid out';
}

export interface Footnote {
  /** Not sanitized. */
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
  onShown(shown: VisiblePart): void;
  /** Shares of the window, 0 to 1. */
  onTap(x: number, y: number): void;
  onKey(event: KeyboardEvent): void;
  /** Mouse position in pixels from the top of the window. */
  onMouse(y: number): void;
  /** Undefined when the selection is cleared. */
  onSelected(selected: TextSelection | undefined): void;
  onHighlight(id: string, bounds: Bounds): void;
  /** A link inside the book. Reported before it is followed. */
  onLink(url: string): void;
  onFootnote(note: Footnote): void;
  /** An external link. The engine does not follow it. */
  onExternalLink(url: string): void;
  onImage(image: { url: string; label: string }): void;
  /** The part with this URL failed to load. Without a URL, the whole book failed. */
  onError(error: unknown, href?: string): void;
}

export interface Engine {
  /** Whether pages turn from right to left. */
  isRtl(): boolean;
  /** Turns one screen, or scrolls by `pixels` in scrolled flow. */
  next(pixels?: number): Promise<void>;
  previous(pixels?: number): Promise<void>;
  goTo(target: Target): Promise<void>;
  /** Includes the `@font-face` rules of the typeface. */
  setAppearance(look: Appearance, theme: Theme, fontFaces: string): void;
  setHighlights(highlights: readonly Highlight[]): void;
  /** Clears the text selection. */
  deselect(): void;
  /** Yields all matches section by section. `done` is the searched share of the book. */
  search(text: string, signal: AbortSignal): AsyncGenerator<{ hits: Hit[]; done: number }>;
  /** Undefined for fixed-layout books. */
  speech: SpeechSource | undefined;
  /** Undefined for books without audio. */
  narration: NarrationSource | undefined;
  destroy(): void;
}
