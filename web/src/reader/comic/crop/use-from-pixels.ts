// Computes a fact of each page once from the pixels of its image, when it is loaded. The browser scales the image down off
// the main thread; checking the remaining pixels takes about a millisecond.
import { useCallback, useRef, useState } from 'react';
import type { Pixels } from './borders.ts';

/** Longer edge of the scaled-down image in pixels, enough to keep a line of ink visible. */
const edge = 480;

async function readPixels(picture: HTMLImageElement): Promise<Pixels> {
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
  if (!pixels) throw new Error('The canvas has no context');
  return pixels;
}

interface Facts<T> {
  /** Facts by page number. */
  known: ReadonlyMap<number, T>;
  /** Reports that the image of the page is loaded. */
  look(page: number, picture: HTMLImageElement): void;
}

/** `toFact` is stable. It gets undefined for an image that cannot be read. */
export function useFromPixels<T>(isOn: boolean, toFact: (pixels: Pixels | undefined) => T): Facts<T> {
  const [known, setKnown] = useState<ReadonlyMap<number, T>>(new Map());
  const looked = useRef(new Set<number>());
  const look = useCallback(
    (page: number, picture: HTMLImageElement) => {
      if (!isOn || looked.current.has(page)) return;
      looked.current.add(page);
      void readPixels(picture)
        .catch(() => undefined)
        .then((pixels) => setKnown((before) => new Map(before).set(page, toFact(pixels))));
    },
    [isOn, toFact],
  );
  return { known, look };
}
