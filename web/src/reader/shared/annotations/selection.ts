// A text selection in a book.
import type { Locator } from '@lectern/contract/reading/progress';

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
