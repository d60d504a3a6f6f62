// The actions of gestures.

/** Window coordinates in pixels. */
export interface Point {
  x: number;
  y: number;
}

export interface GestureActions {
  tap(at: Point): void;
  doubleTap(at: Point): void;
  /** Whether a tap at this point waits for a possible second tap. Taps that turn pages do not wait. */
  canBeDoubleTap(at: Point): boolean;
  /** Multiplies the zoom. */
  zoomBy(factor: number, around: Point): void;
  /** A swipe toward a side that cannot scroll further. */
  swipe(to: 'left' | 'right' | 'up' | 'down'): void;
  /** A wheel turn toward a side that cannot scroll further. */
  wheel(to: 'up' | 'down'): void;
}
