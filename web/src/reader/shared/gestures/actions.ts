// The actions of gestures.

/** Pixels of the window. */
export interface Point {
  x: number;
  y: number;
}

export interface GestureActions {
  tap(at: Point): void;
  doubleTap(at: Point): void;
  /** Whether a tap there has to wait for a second one; taps that turn pages do not. */
  canBeDoubleTap(at: Point): boolean;
  /** Multiplies the zoom. */
  zoomBy(factor: number, around: Point): void;
  /** A swipe to that side, where nothing was left to scroll. */
  swipe(to: 'left' | 'right' | 'up' | 'down'): void;
  /** The wheel was turned where nothing is left to scroll. */
  wheel(to: 'up' | 'down'): void;
}
