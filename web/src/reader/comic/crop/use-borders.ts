// Detects the borders of each page once, when its image is loaded. The browser scales the image down off the main thread;
// checking the remaining pixels takes about a millisecond.
import { useCallback, useRef, useState } from 'react';
import { type Cut, noCut } from '../geometry/cuts.ts';
import { findBorders } from './borders.ts';

export interface Borders {
  /** Undefined until detected. Empty if cropping is off. */
  find(page: number): Cut | undefined;
  /** Reports that the image of the page is loaded. */
  look(page: number, picture: HTMLImageElement): void;
}

/** Longer edge of the scaled-down image in pixels, enough to keep a line of ink visible. */
const edge = 480;

async function readBorders(picture: HTMLImageElement): Promise<Cut> {
  const { naturalWidth, naturalHeight } = picture;
  const scale = Math.min(1, edge / Math.max(naturalWidth, naturalHeight));
  const width = Math.max(1, Math.round(naturalWidth * scale));
  const height = Math.max(1, Math.round(naturalHeight * scale));
  const small = await createImageBitmap(picture, {
    resizeWidth: width,
    resizeHeight: height,
    // Averaging keeps thin lines visible.
    resizeQuality: 'medium',
  });
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(small, 0, 0);
  small.close();
  const pixels = context?.getImageData(0, 0, width, height);
  return pixels ? findBorders(pixels) : noCut;
}

export function useBorders(isCropped: boolean): Borders {
  const [known, setKnown] = useState<ReadonlyMap<number, Cut>>(new Map());
  const looked = useRef(new Set<number>());
  const look = useCallback(
    (page: number, picture: HTMLImageElement) => {
      if (!isCropped || looked.current.has(page)) return;
      looked.current.add(page);
      const keep = (cut: Cut) => setKnown((before) => new Map(before).set(page, cut));
      // If the image cannot be read, the whole page is shown.
      readBorders(picture).then(keep, () => keep(noCut));
    },
    [isCropped],
  );
  const find = useCallback((page: number) => (isCropped ? known.get(page) : noCut), [isCropped, known]);
  return { find, look };
}
