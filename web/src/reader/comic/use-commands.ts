// Runs the commands of keys, taps and gestures.
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import type { BarsState } from '../shared/bars/use-bars.ts';
import { hasFullScreen, toggleFullScreen } from '../shared/full-screen.ts';
import type { Incognito } from '../shared/incognito/use-incognito.ts';
import type { Neighbours } from '../shared/use-neighbours.ts';
import type { Bookmarks } from './bookmarks/use-bookmarks.ts';
import type { Guided } from './guided/use-guided.ts';
import type { Magnifier } from './magnifier/use-magnifier.ts';
import type { SettingsStore } from './settings/use-settings.ts';
import type { Slideshow } from './slideshow/use-slideshow.ts';
import type { Zoom } from './stage/use-zoom.ts';
import { type Command, type Step, toCommand } from './state/keys.ts';
import type { Panel } from './state/panel.ts';
import { type Situation, toReply, zoomStep } from './state/replies.ts';
import { nextDirection, nextFit } from './state/settings.ts';
import type { Turning } from './use-turning.ts';

interface Props {
  stage: RefObject<HTMLDivElement | null>;
  memory: SettingsStore;
  turning: Turning;
  guided: Guided;
  around: Neighbours;
  zoom: Zoom;
  panel: Panel | undefined;
  setPanel(panel: Panel | undefined): void;
  bars: BarsState;
  bookmarks: Bookmarks;
  magnifier: Magnifier;
  slideshow: Slideshow;
  incognito: Incognito;
  /** Shows a short answer. */
  say(text: string): void;
  close(): void;
}

export function useCommands(props: Props): (command: Command) => void {
  const t = useTranslate();
  const latest = useRef(props);
  latest.current = props;
  const run = useCallback(
    (command: Command) => {
      const reply = toReply(command, toSituation(latest.current));
      runCommand(command, latest.current);
      if (reply) latest.current.say(t(reply.message, reply.params));
    },
    [t],
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isOwnKey(event)) return;
      const { memory, panel, setPanel } = latest.current;
      const command = toCommand(event, memory.settings);
      if (!command) return;
      event.preventDefault();
      // A held key repeats scrolling, turning and zooming, but toggles only once.
      if (event.repeat && /^[a-z?]$/i.test(event.key)) return;
      if (panel === 'zones' && command !== 'close') setPanel(undefined);
      run(command);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [run]);
  return run;
}

/** Whether the focused element handles the key. */
export function isOwnKey({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role=dialog], [role=listbox], [role=menu], input, textarea, select')) return true;
  if (target.closest('[role=slider]') && /^(Arrow|Page|Home|End)/.test(key)) return true;
  return (key === ' ' || key === 'Enter') && target.closest('button, a') !== null;
}

const toSituation = ({ memory, turning, guided, zoom, magnifier, around }: Props): Situation => ({
  settings: memory.settings,
  isDouble: turning.isDouble,
  isGuidedOn: guided.isOn,
  zoom: zoom.zoom,
  isMagnifierOn: magnifier.isOn,
  hasNextBook: around.next !== undefined,
  hasPreviousBook: around.previous !== undefined,
  hasFullScreen: hasFullScreen(),
});

function runCommand(command: Command, props: Props): void {
  const { memory, turning, guided, around, zoom, panel, setPanel, bars } = props;
  const { settings, change } = memory;
  const toggle = (which: Panel) => setPanel(panel === which ? undefined : which);
  const scroll = (share: number) => scrollOrStep(share, props);
  const isPaged = settings.mode === 'paged';
  const commands: Record<Command, () => void> = {
    next: () => turn('next', props),
    previous: () => turn('previous', props),
    first: () => turn('first', props),
    last: () => turn('last', props),
    down: () => scroll(0.15),
    up: () => scroll(-0.15),
    screenDown: () => scroll(0.85),
    screenUp: () => scroll(-0.85),
    close: () => closeInnermost(props),
    menu: bars.toggle,
    full: toggleFullScreen,
    help: () => toggle('help'),
    settings: () => toggle('settings'),
    // The thumbnails are part of the bars.
    thumbnails() {
      if (bars.areShown) return toggle('thumbnails');
      bars.toggle();
      setPanel('thumbnails');
    },
    goTo: () => toggle('goTo'),
    guided: () => isPaged && guided.toggle(),
    double: () => change({ mode: 'paged', layout: turning.isDouble ? 'single' : 'double', isGuided: false }),
    shift: () => change({ isShifted: !settings.isShifted }),
    fit: () => guided.isOn || change({ fit: nextFit(settings.fit) }),
    strip: () => change({ mode: isPaged ? 'strip' : 'paged' }),
    crop: () => change({ isCropped: !settings.isCropped }),
    split: () => change({ isSplit: !settings.isSplit }),
    direction: () => change({ direction: nextDirection(settings.direction) }),
    bookmark: () => markShown(props),
    bookmarks: () => toggle('bookmarks'),
    magnifier: props.magnifier.toggle,
    slideshow() {
      bars.hide();
      setPanel(undefined);
      props.slideshow.toggle();
    },
    incognito: props.incognito.toggle,
    nextBook: () => around.next && around.open(around.next),
    previousBook: () => around.previous && around.open(around.previous),
    zoomIn: () => guided.zoomBy(zoomStep),
    zoomOut: () => guided.zoomBy(1 / zoomStep),
    zoomOff: () => zoom.zoomTo(1),
  };
  commands[command]();
}

/** Turning a page, or going to another panel, hides the bars. */
function turn(step: Step, { bars, guided }: Props): void {
  bars.hide();
  guided.step(step);
}

/** Toggles the bookmark of a spread: removes existing bookmarks, otherwise adds one to its first page. */
function markShown({ bookmarks, turning: { spread, page } }: Props): void {
  const marked = spread.filter((one) => bookmarks.pages.includes(one));
  for (const one of marked.length > 0 ? marked : [spread[0] ?? page]) void bookmarks.toggle(one);
}

/** Scrolls by a share of the screen. At the end, turns the page. */
function scrollOrStep(share: number, props: Props): void {
  const { stage, memory, guided } = props;
  const { current } = stage;
  if (!current) return;
  const isDown = share > 0;
  const isAtEnd = isDown
    ? current.scrollTop + current.clientHeight >= current.scrollHeight - 1
    : current.scrollTop <= 1;
  if (!isAtEnd && !guided.view) current.scrollBy({ top: share * current.clientHeight });
  else if (memory.settings.mode === 'paged') turn(isDown ? 'next' : 'previous', props);
}

/** Closes the innermost open element, finally the book. */
function closeInnermost(props: Props): void {
  const { panel, setPanel, turning, guided, zoom, magnifier, slideshow, close } = props;
  if (panel) setPanel(undefined);
  else if (slideshow.state !== 'off') slideshow.stop();
  else if (magnifier.isOn) magnifier.set(false);
  else if (turning.edge) turning.leaveEdge();
  else if (zoom.zoom > 1) zoom.zoomTo(1);
  else if (guided.isOn) guided.leave();
  else close();
}
