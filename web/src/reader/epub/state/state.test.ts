import { describe, expect, test } from 'vitest';
import { defaultTapping } from '../../shared/zones/zones.ts';
import type { VisiblePart } from '../engine/engine.ts';
import { toCommand, toTapAction } from './keys.ts';
import { initialState, reduce } from './reader-state.ts';
import { readTapping } from './use-tapping.ts';

const aShown = (href: string, reason: VisiblePart['reason'] = 'went'): VisiblePart => ({
  locator: { href },
  share: 0,
  endShare: 0.1,
  entry: undefined,
  pageLabel: undefined,
  pagesLeft: 3,
  minutesLeft: 1,
  isAtStart: false,
  isAtEnd: false,
  text: '',
  reason,
});

describe('keys', () => {
  const ltr = { isRtl: false, isScrolled: false };
  const rtl = { isRtl: true, isScrolled: false };
  const press = (key: string, shiftKey = false) => ({ key, shiftKey });

  test('left and right follow the reading direction, space and other keys do not', () => {
    expect([toCommand(press('ArrowRight'), ltr), toCommand(press('ArrowRight'), rtl)]).toEqual([
      'next',
      'previous',
    ]);
    expect([toCommand(press('ArrowLeft'), ltr), toCommand(press('ArrowLeft'), rtl)]).toEqual([
      'previous',
      'next',
    ]);
    for (const reading of [ltr, rtl])
      expect([toCommand(press(' '), reading), toCommand(press(' ', true), reading)]).toEqual([
        'next',
        'previous',
      ]);
  });

  test('up and down turn pages, or scroll lines in scrolled flow', () => {
    expect(toCommand(press('ArrowDown'), ltr)).toBe('next');
    expect(toCommand(press('ArrowDown'), { ...ltr, isScrolled: true })).toBe('lineDown');
  });

  test('ignores the case of letters and unknown keys', () => {
    expect([toCommand(press('F'), ltr), toCommand(press('f'), ltr)]).toEqual(['full', 'full']);
    expect(toCommand(press('x'), ltr)).toBeUndefined();
  });

  test('a tap turns pages by the zones in reading direction, or toggles the bars', () => {
    const tap = (reading: typeof ltr, tapping = defaultTapping) =>
      [0.1, 0.5, 0.9].map((x) => toTapAction({ x, y: 0.5 }, reading, tapping));
    expect(tap(ltr)).toEqual(['previous', 'bars', 'next']);
    expect(tap(rtl)).toEqual(['next', 'bars', 'previous']);
    expect(tap(ltr, { zones: 'sides', isInverted: true })).toEqual(['next', 'bars', 'previous']);
    expect(tap(ltr, { zones: 'kindle', isInverted: false })).toEqual(['previous', 'next', 'next']);
    expect(tap({ ...ltr, isScrolled: true })).toEqual(['bars', 'bars', 'bars']);
  });

  test('ignores invalid stored tap zones', () => {
    expect(readTapping('{"zones":"edges","isInverted":true}')).toEqual({ zones: 'edges', isInverted: true });
    for (const kept of [null, 'no JSON', '{"zones":"moon","isInverted":1}'])
      expect(readTapping(kept)).toEqual(defaultTapping);
  });
});

describe('the reader', () => {
  test('hides the bars on page turns, but not on opening or a new layout', () => {
    const opened = reduce(initialState, { type: 'shown', shown: aShown('a', 'turned') });
    expect(opened.hasBars).toBe(true);
    expect(reduce(opened, { type: 'shown', shown: aShown('a', 'laid out') }).hasBars).toBe(true);
    expect(reduce(opened, { type: 'shown', shown: aShown('b', 'turned') }).hasBars).toBe(false);
  });

  test('goes back through several jumps', () => {
    const at = (state: typeof initialState, href: string) =>
      reduce(state, { type: 'shown', shown: aShown(href) });
    let state = at(initialState, 'a');
    state = at(reduce(state, { type: 'jump' }), 'b');
    state = at(reduce(state, { type: 'jump' }), 'c');
    expect(state.history.map(({ href }) => href)).toEqual(['a', 'b']);
    expect(reduce(state, { type: 'back' }).history.map(({ href }) => href)).toEqual(['a']);
  });
});
