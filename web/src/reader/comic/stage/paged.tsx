// One page, or two side by side. The next pages are preloaded, so that a page turn is immediate.
import type { Page } from '@lectern/contract/serving/pages';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import type { PageStates } from '../../shared/progress/page-states.ts';
import type { Borders } from '../crop/use-borders.ts';
import { useFromPixels } from '../crop/use-from-pixels.ts';
import { isWhole } from '../geometry/cuts.ts';
import type { Size } from '../geometry/sizes.ts';
import { type Spread, toPreload } from '../geometry/spreads.ts';
import { toBackground } from '../guided/background.ts';
import classes from '../guided/guided.module.css';
import { Shade } from '../guided/shade.tsx';
import type { Guided } from '../guided/use-guided.ts';
import type { Settings } from '../state/settings.ts';
import { SpreadView } from './spread-view.tsx';
import type { PageShapes } from './use-page-shapes.ts';
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
  shapes: PageShapes;
  guided: Guided;
  zoom: number;
  toSource: ToSource;
  say(text: string): void;
  onState: PageStates['note'];
}

export function Paged(props: Props) {
  const { stage, box, screen, pages, spreads, at, settings, shapes, guided, zoom, toSource, onState } = props;
  const { direction, fit, rest } = settings;
  const { borders } = shapes;
  useNothingToCrop(borders, spreads[at], props);
  const colors = useFromPixels(guided.isOn, toBackground);
  const onPicture = useCallback(
    (number: number, picture: HTMLImageElement) => {
      borders.look(number, picture);
      colors.look(number, picture);
    },
    [borders.look, colors.look],
  );
  const shown = useMemo(() => [at, ...toPreload(spreads, at)], [spreads, at]);
  // A page starts at its top, on the side where reading starts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page is shown
  useLayoutEffect(() => {
    const { current } = stage;
    if (current) current.scrollTo(direction === 'rtl' ? current.scrollWidth : 0, 0);
  }, [at, spreads, fit, direction]);
  const color = colors.known.get(spreads[at]?.[0] ?? 0) ?? 'rgb(0 0 0)';
  const isEnlarged = guided.isOn && zoom === 1;
  return (
    <>
      {isEnlarged && rest !== 'show' && <div className={classes.backdrop} style={{ background: color }} />}
      <div className={classes.pages} data-guided={isEnlarged || undefined}>
        {shown.map((index) => (
          <SpreadView
            // The halves of a page are one element: the picture only moves.
            key={spreads[index]?.join('-')}
            spreads={spreads}
            index={index}
            box={box}
            screen={screen}
            settings={settings}
            shapes={shapes}
            view={index === at ? guided.view : undefined}
            isGuided={guided.isOn}
            toSource={toSource}
            onState={onState}
            onPicture={onPicture}
            count={pages.length}
            isAhead={index !== at}
            zoom={index === at ? zoom : 1}
          />
        ))}
      </div>
      {isEnlarged && <Shade key={at} view={guided.view} box={box} color={color} rest={rest} />}
    </>
  );
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
