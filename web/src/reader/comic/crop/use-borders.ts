// Detects the borders of each page once, when its image is loaded.
import { useCallback } from 'react';
import { type Cut, noCut } from '../geometry/cuts.ts';
import { findBorders, type Pixels } from './borders.ts';
import { useFromPixels } from './use-from-pixels.ts';

export interface Borders {
  /** Undefined until detected. Empty if cropping is off. */
  find(page: number): Cut | undefined;
  /** Reports that the image of the page is loaded. */
  look(page: number, picture: HTMLImageElement): void;
}

/** If the image cannot be read, the whole page is shown. */
const toBorders = (pixels: Pixels | undefined): Cut => (pixels ? findBorders(pixels) : noCut);

export function useBorders(isCropped: boolean): Borders {
  const { known, look } = useFromPixels(isCropped, toBorders);
  const find = useCallback((page: number) => (isCropped ? known.get(page) : noCut), [isCropped, known]);
  return { find, look };
}
