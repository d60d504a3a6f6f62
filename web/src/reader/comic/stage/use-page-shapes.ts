// The sizes of the pages, and the parts of them that are shown.
import type { Page } from '@lectern/contract/serving/pages';
import { useCallback, useMemo, useState } from 'react';
import { type Borders, useBorders } from '../crop/use-borders.ts';
import { type Cut, findHalf, joinCuts, levelCuts, noCut, toHalfCut } from '../geometry/cuts.ts';
import { defaultPageSize, type Size } from '../geometry/sizes.ts';
import type { Spread } from '../geometry/spreads.ts';

export interface PageShapes {
  borders: Borders;
  /** The size in image pixels, or a default until the image is loaded. */
  toSize(number: number): Size;
  /** Reports the size of a loaded image. */
  setSize(number: number, size: Size): void;
  /** The hidden margins of each page of a spread. */
  toCuts(spreads: readonly Spread[], index: number): Cut[];
}

export function usePageShapes(
  pages: readonly Page[],
  { isCropped, direction }: { isCropped: boolean; direction: string },
): PageShapes {
  const borders = useBorders(isCropped);
  const isRtl = direction === 'rtl';
  const [seen, setSeen] = useState<ReadonlyMap<number, Size>>(new Map());
  const setSize = useCallback(
    (number: number, size: Size) =>
      setSeen((before) => (before.has(number) ? before : new Map(before).set(number, size))),
    [],
  );
  const toSize = useCallback(
    (number: number): Size => {
      const { width, height } = pages[number - 1] ?? {};
      return width && height ? { width, height } : (seen.get(number) ?? defaultPageSize);
    },
    [pages, seen],
  );
  const { find } = borders;
  const toCuts = useCallback(
    (spreads: readonly Spread[], index: number) => {
      const half = toHalfCut(findHalf(spreads, index), isRtl);
      return levelCuts((spreads[index] ?? []).map((number) => joinCuts(half, find(number) ?? noCut)));
    },
    [find, isRtl],
  );
  return useMemo(() => ({ borders, toSize, setSize, toCuts }), [borders, toSize, setSize, toCuts]);
}
