// One page, or two side by side. The next pages are preloaded, so that a page turn is immediate.
import type { Page } from '@lectern/contract/serving/pages';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import type { PageStates } from '../../shared/progress/page-states.ts';
import { type Borders, useBorders } from '../crop/use-borders.ts';
import { isWhole } from '../geometry/cuts.ts';
import { defaultPageSize, type Size } from '../geometry/sizes.ts';
import { type Spread, toPreload } from '../geometry/spreads.ts';
import type { Settings } from '../state/settings.ts';
import { SpreadView } from './spread-view.tsx';
import type { ToSource } from './use-sources.ts';

interface Props {
  stage: RefObject<HTMLDivElement | null>;
  box: Size;
  /** The box without bars, so that the bars do not change the requested image size. */
  screen: Size;
  pages: readonly Page[];
  spreads: readonly Spread[];
  at: number;
  settings: Settings;
  zoom: number;
  toSource: ToSource;
  say(text: string): void;
  onState: PageStates['note'];
}

export function Paged(props: Props) {
  const { stage, box, screen, pages, spreads, at, settings, zoom, toSource, onState } = props;
  const { direction, fit } = settings;
  const borders = useBorders(settings.isCropped);
  useNothingToCrop(borders, spreads[at], props);
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
  const shown = useMemo(() => [at, ...toPreload(spreads, at)], [spreads, at]);
  // A page starts at its top, on the side where reading starts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page is shown
  useLayoutEffect(() => {
    const { current } = stage;
    if (current) current.scrollTo(direction === 'rtl' ? current.scrollWidth : 0, 0);
  }, [at, spreads, fit, direction]);
  return shown.map((index) => (
    <SpreadView
      // The halves of a page are one element: the picture only moves.
      key={spreads[index]?.join('-')}
      spreads={spreads}
      index={index}
      box={box}
      screen={screen}
      settings={settings}
      borders={borders}
      toSize={toSize}
      toSource={toSource}
      onState={onState}
      count={pages.length}
      isAhead={index !== at}
      zoom={index === at ? zoom : 1}
      onSize={setSize}
    />
  ));
}

/** After cropping was turned on, answers if the shown pages have no borders. */
function useNothingToCrop(
  borders: Borders,
  spread: Spread | undefined,
  { settings: { isCropped }, say }: Pick<Props, 'settings' | 'say'>,
): void {
  const t = useTranslate();
  /** Whether the borders of the pages at which cropping was turned on are still unknown. */
  const isWaiting = useRef(false);
  const wasCropped = useRef(isCropped);
  useEffect(() => {
    if (isCropped !== wasCropped.current) isWaiting.current = isCropped;
    wasCropped.current = isCropped;
    const cuts = (spread ?? []).map((page) => borders.find(page));
    if (!isWaiting.current || cuts.includes(undefined)) return;
    isWaiting.current = false;
    if (cuts.every((cut) => cut && isWhole(cut))) say(t('reader.comic.saidNothingToCrop'));
  }, [t, say, isCropped, borders, spread]);
}
