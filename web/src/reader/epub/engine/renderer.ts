// Types of foliate-js: the custom elements that render a book, and their events.
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
  /** `page`, `snap`, `scroll`; `navigation`, `selection`, `anchor`; null for a step in scrolled flow. */
  reason: string | null | undefined;
  range: Range | null;
  index: number;
  /** Start of the visible part and its size, as shares of the section (in paginated flow). */
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

/** The custom element for this layout; loads its code. */
export async function makeRenderer(isFixed: boolean): Promise<Renderer> {
  if (isFixed) await import('foliate-js/fixed-layout.js');
  else await import('foliate-js/paginator.js');
  return document.createElement(isFixed ? 'foliate-fxl' : 'foliate-paginator');
}

/** Listens to a custom event of the element. */
export function listen<T>(renderer: Renderer, name: string, listener: (detail: T) => void): void {
  renderer.addEventListener(name, (event) => listener((event as CustomEvent<T>).detail));
}
