// The borders of pages, found once for each page when its picture is there: the browser makes it small off the main thread,
// and the few pixels that are left are looked at in about a millisecond.
import { useCallback, useRef, useState } from 'react';
import { type Cut, noCut } from '../geometry/cuts.ts';
import { findBorders } from './borders.ts';

export interface Borders {
  /** Undefined until they are known; none where nothing is cropped. */
  find(page: number): Cut | undefined;
  /** The picture of the page is there. */
  look(page: number, picture: HTMLImageElement): void;
}

/** The longer edge of the picture that is looked at, in pixels: fine enough for a line of ink. */
const edge = 480;

async function readBorders(picture: HTMLImageElement): Promise<Cut> {
  const { naturalWidth, naturalHeight } = picture;
  const scale = Math.min(1, edge / Math.max(naturalWidth, naturalHeight));
  const width = Math.max(1, Math.round(naturalWidth * scale));
  const height = Math.max(1, Math.round(naturalHeight * scale));
  const small = await createImageBitmap(picture, {
    resizeWidth: width,
    resizeHeight: height,
    // Averages: a thin line stays visible.
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
      // A picture that cannot be looked at is shown whole.
      readBorders(picture).then(keep, () => keep(noCut));
    },
    [isCropped],
  );
  const find = useCallback((page: number) => (isCropped ? known.get(page) : noCut), [isCropped, known]);
  return { find, look };
}
