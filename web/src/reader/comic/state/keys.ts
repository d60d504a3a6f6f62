// The commands of keys, taps and swipes in the comic reader; use-commands.ts runs them. Uses no browser API.
import { isKeyOf } from '@lectern/contract/records';
import type { Direction, ZoneAction } from '../../shared/zones/zones.ts';

export type Step = 'next' | 'previous' | 'first' | 'last';
export type Command =
  | Step
  | 'down'
  | 'up'
  | 'screenDown'
  | 'screenUp'
  | 'close'
  | 'menu'
  | 'full'
  | 'help'
  | 'settings'
  | 'thumbnails'
  | 'goTo'
  | 'guided'
  | 'double'
  | 'shift'
  | 'fit'
  | 'strip'
  | 'crop'
  | 'split'
  | 'direction'
  | 'bookmark'
  | 'bookmarks'
  | 'magnifier'
  | 'slideshow'
  | 'incognito'
  | 'nextBook'
  | 'previousBook'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomOff';

/** Letters and characters as displayed in the help. */
const letters = {
  m: 'menu',
  f: 'full',
  '?': 'help',
  h: 'help',
  s: 'settings',
  t: 'thumbnails',
  g: 'guided',
  j: 'goTo',
  d: 'double',
  o: 'shift',
  c: 'fit',
  v: 'strip',
  x: 'crop',
  w: 'split',
  r: 'direction',
  b: 'bookmark',
  k: 'bookmarks',
  z: 'magnifier',
  a: 'slideshow',
  i: 'incognito',
  n: 'nextBook',
  p: 'previousBook',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'zoomOff',
} as const satisfies Record<string, Command>;

const others: Record<string, Command | undefined> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  PageDown: 'screenDown',
  PageUp: 'screenUp',
  Home: 'first',
  End: 'last',
  Escape: 'close',
};

interface Pressed {
  key: string;
  shiftKey: boolean;
}

/** Undefined for a key without a command. Only left and right depend on the direction. */
export function toCommand(
  { key, shiftKey }: Pressed,
  { direction, areLettersOn }: { direction: Direction; areLettersOn: boolean },
): Command | undefined {
  if (key === ' ') return shiftKey ? 'screenUp' : 'screenDown';
  if (key === 'ArrowRight') return direction === 'rtl' ? 'previous' : 'next';
  if (key === 'ArrowLeft') return direction === 'rtl' ? 'next' : 'previous';
  if (Object.hasOwn(others, key)) return others[key];
  const small = key.toLowerCase();
  return areLettersOn && isKeyOf(letters, small) ? letters[small] : undefined;
}

/** The command of a tap zone, a swipe or the wheel. In a strip, turning scrolls by a screen. */
export function toPointerCommand(action: ZoneAction, isStrip: boolean): Command {
  if (action === 'menu' || !isStrip) return action;
  return action === 'next' ? 'screenDown' : 'screenUp';
}
