// What hands can ask for.

/** Pixels of the window. */
export interface Point {
  x: number;
  y: number;
}

export interface GestureActions {
  tap(at: Point): void;
  doubleTap(at: Point): void;
  /** Whether a tap there waits in case it becomes a double tap. Turning pages does not wait. */
  mayDouble(at: Point): boolean;
  /** Multiplies the size. */
  zoomBy(factor: number, around: Point): void;
  /** The hand moved the page away to that side, where nothing was left to scroll. */
  swipe(to: 'left' | 'right' | 'up' | 'down'): void;
  /** The wheel was turned where nothing is left to scroll. */
  wheel(to: 'up' | 'down'): void;
}
