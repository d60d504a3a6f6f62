// Keyboard shortcuts and tap zones of the EPUB reader. Only left and right depend on the reading direction.
import { type Tapping, toAction } from '../../shared/zones/zones.ts';

export type Command =
  | 'next'
  | 'previous'
  | 'lineDown'
  | 'lineUp'
  | 'first'
  | 'last'
  | 'full'
  | 'bars'
  | 'help'
  | 'contents'
  | 'search'
  | 'look'
  | 'marks'
  | 'speech'
  | 'pause'
  | 'bookmark'
  | 'incognito'
  | 'back'
  | 'close';

interface KeyPress {
  key: string;
  shiftKey: boolean;
}

interface ReadingMode {
  isRtl: boolean;
  isScrolled: boolean;
}

const letters: Record<string, Command> = {
  f: 'full',
  m: 'bars',
  '?': 'help',
  h: 'help',
  t: 'contents',
  '/': 'search',
  s: 'look',
  n: 'marks',
  b: 'bookmark',
  r: 'speech',
  p: 'pause',
  i: 'incognito',
  Backspace: 'back',
  Escape: 'close',
  Home: 'first',
  End: 'last',
  PageDown: 'next',
  PageUp: 'previous',
};

/** Undefined for a key without a command. */
export function toCommand(
  { key, shiftKey }: KeyPress,
  { isRtl, isScrolled }: ReadingMode,
): Command | undefined {
  if (key === ' ') return shiftKey ? 'previous' : 'next';
  if (key === 'ArrowDown') return isScrolled ? 'lineDown' : 'next';
  if (key === 'ArrowUp') return isScrolled ? 'lineUp' : 'previous';
  if (key === 'ArrowRight') return isRtl ? 'previous' : 'next';
  if (key === 'ArrowLeft') return isRtl ? 'next' : 'previous';
  return letters[key.length === 1 ? key.toLowerCase() : key];
}

/** The position is in shares of the window, 0 to 1. In scrolled flow every tap toggles the bars. */
export function toTapAction(
  { x, y }: { x: number; y: number },
  { isRtl, isScrolled }: ReadingMode,
  tapping: Tapping,
): 'next' | 'previous' | 'bars' {
  const action = isScrolled ? 'menu' : toAction(x, y, { ...tapping, direction: isRtl ? 'rtl' : 'ltr' });
  return action === 'menu' ? 'bars' : action;
}
