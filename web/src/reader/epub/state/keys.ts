// What keys mean in a text. Left and right follow the direction in which the book is read; nothing else does.

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
  | 'bookmark'
  | 'back'
  | 'close';

interface Pressed {
  key: string;
  shiftKey: boolean;
}

interface Reading {
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
  Backspace: 'back',
  Escape: 'close',
  Home: 'first',
  End: 'last',
  PageDown: 'next',
  PageUp: 'previous',
};

/** Undefined for a key that means nothing here. */
export function toCommand({ key, shiftKey }: Pressed, { isRtl, isScrolled }: Reading): Command | undefined {
  if (key === ' ') return shiftKey ? 'previous' : 'next';
  if (key === 'ArrowDown') return isScrolled ? 'lineDown' : 'next';
  if (key === 'ArrowUp') return isScrolled ? 'lineUp' : 'previous';
  if (key === 'ArrowRight') return isRtl ? 'previous' : 'next';
  if (key === 'ArrowLeft') return isRtl ? 'next' : 'previous';
  return letters[key.length === 1 ? key.toLowerCase() : key];
}

/** Across the window, 0 to 1: the outer thirds turn the page, the middle shows the bars. */
export function toTap(x: number, { isRtl, isScrolled }: Reading): 'next' | 'previous' | 'bars' {
  if (isScrolled || (x > 1 / 3 && x < 2 / 3)) return 'bars';
  return x >= 2 / 3 === !isRtl ? 'next' : 'previous';
}
