// foliate-js as far as we use it: the elements that show a book, what they are given and what they tell.
import type { Overlayer } from 'foliate-js/overlayer.js';
import type { Resolved } from '../book/locators.ts';

export interface FoliateSection {
  id: string;
  load(): Promise<string>;
  unload(): void;
  linear: 'yes' | 'no';
  pageSpread: 'left' | 'right' | 'center' | undefined;
}

export interface FoliateBook {
  sections: FoliateSection[];
  dir: 'ltr' | 'rtl' | undefined;
  rendition: { layout: string; spread: string | undefined };
}

export interface Loaded {
  doc: Document;
  index: number;
}

export interface Relocated {
  /** `page`, `snap`, `scroll`; `navigation`, `selection`, `anchor`; null where it says nothing. */
  reason: string | null | undefined;
  range: Range | null;
  index: number;
  /** Of the section, before what is shown, and its part that is shown (where it is turned). */
  fraction: number;
  size?: number;
}

export interface WithOverlay extends Loaded {
  attach(overlayer: Overlayer): void;
}

export interface Renderer extends HTMLElement {
  open(book: FoliateBook): void;
  goTo(target: Resolved | { index: number; anchor?: unknown; select?: boolean }): Promise<void>;
  next(distance?: number): Promise<void>;
  prev(distance?: number): Promise<void>;
  setStyles?(styles: [string, string]): void;
  getContents(): { doc: Document; index?: number; overlayer?: Overlayer }[];
  getSpreadOf?(section: FoliateSection | undefined): { index: number; side: string } | undefined;
  destroy(): void;
  readonly atStart?: boolean;
  readonly atEnd?: boolean;
  readonly start?: number;
  readonly end?: number;
  readonly viewSize?: number;
}

declare global {
  interface HTMLElementTagNameMap {
    'foliate-fxl': Renderer;
    'foliate-paginator': Renderer;
  }
}

/** The element for the kind of book, with its code loaded. */
export async function makeRenderer(isFixed: boolean): Promise<Renderer> {
  if (isFixed) await import('foliate-js/fixed-layout.js');
  else await import('foliate-js/paginator.js');
  return document.createElement(isFixed ? 'foliate-fxl' : 'foliate-paginator');
}

/** What the element tells, by its name. */
export function listen<T>(renderer: Renderer, name: string, listener: (detail: T) => void): void {
  renderer.addEventListener(name, (event) => listener((event as CustomEvent<T>).detail));
}
