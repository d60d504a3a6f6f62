// What the reader asks of the program that lays a book out, and what it hears from it. Only foliate.ts knows which
// program that is. Places are Readium locators.
import type { Locator } from '@lectern/contract/progress';
import type { AnnotationColor } from '@lectern/contract/values';
import type { Entry } from '../book/book.ts';
import type { Look, Theme } from '../look/look.ts';

/** Where to go. */
export type Target =
  /** `isPointed`: its words are shown to the eye for a moment. */
  | { locator: Locator; isPointed?: boolean }
  /** An address inside the book. */
  | { url: string }
  /** Of the whole book, 0 to 1. */
  | { share: number };

/** What is shown now. */
export interface Shown {
  locator: Locator;
  /** Of the whole book, 0 to 1: before the first word, and after the last one shown. */
  share: number;
  endShare: number;
  /** The entry of the contents that it belongs to. */
  entry: Entry | undefined;
  /** What the printed book calls the page. */
  pageLabel: string | undefined;
  /** Screens until the section ends, without this one; undefined where it scrolls. */
  pagesLeft: number | undefined;
  minutesLeft: number;
  isAtStart: boolean;
  isAtEnd: boolean;
  /** The first words shown. */
  words: string;
  why: 'turned' | 'went' | 'laid out';
}

/** Something in the book to point at, in places of the window. */
export interface Spot {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Selected {
  locator: Locator;
  text: string;
  spot: Spot;
}

export interface Note {
  /** Its content, to be made harmless by whoever shows it. */
  html: string;
  url: string;
  spot: Spot;
}

/** A highlight to be shown. */
export interface Mark {
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
  /** Across the window, 0 to 1. */
  onTap(x: number, y: number): void;
  onKey(event: KeyboardEvent): void;
  /** Nothing is selected any more: undefined. */
  onSelected(selected: Selected | undefined): void;
  onMark(id: string, spot: Spot): void;
  /** A link to another place of the book, before it is followed. */
  onLink(url: string): void;
  onNote(note: Note): void;
  /** A link that leaves the book; it is not followed. */
  onOutside(url: string): void;
  onImage(image: { url: string; label: string }): void;
  /** A part of the book could not be loaded. */
  onFault(error: unknown): void;
}

export interface Engine {
  /** Goes where a left or right key, or a tap there, leads: the other way round in books read from right to left. */
  isRtl(): boolean;
  /** By a screen; where the text scrolls by so many pixels, if they are said. */
  next(pixels?: number): Promise<void>;
  previous(pixels?: number): Promise<void>;
  goTo(target: Target): Promise<void>;
  setLook(look: Look, theme: Theme): void;
  setMarks(marks: readonly Mark[]): void;
  /** Takes the selection in the text back. */
  deselect(): void;
  /** Every place of a text in the book; share of the book that was looked through between. */
  search(text: string, signal: AbortSignal): AsyncGenerator<{ hits: Hit[]; done: number }>;
  destroy(): void;
}
