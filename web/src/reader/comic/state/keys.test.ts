import { expect, test } from 'vitest';
import { toCommand, toPointerCommand } from './keys.ts';

const press = (key: string, direction: 'ltr' | 'rtl' | 'ttb', shiftKey = false, areLettersOn = true) =>
  toCommand({ key, shiftKey }, { direction, areLettersOn });

test('left and right follow the reading direction, space and other keys do not', () => {
  const keys = ['ArrowRight', 'ArrowLeft', ' ', 'PageUp', 'Home', 'q', 'constructor'];
  const others = ['screenDown', 'screenUp', 'first', undefined, undefined];
  expect(keys.map((key) => press(key, 'ltr'))).toEqual(['next', 'previous', ...others]);
  expect(keys.map((key) => press(key, 'rtl'))).toEqual(['previous', 'next', ...others]);
  expect(press(' ', 'rtl', true)).toBe('screenUp');
});

test('letter shortcuts ignore case and can be disabled', () => {
  expect(['m', 'F', '?', 'g', 'j', 'd', 'b', 'Z', '0'].map((key) => press(key, 'ltr'))).toEqual([
    'menu',
    'full',
    'help',
    'guided',
    'goTo',
    'double',
    'bookmark',
    'magnifier',
    'zoomOff',
  ]);
  expect(['m', '?', 'ArrowDown', 'Escape'].map((key) => press(key, 'ltr', false, false))).toEqual([
    undefined,
    undefined,
    'down',
    'close',
  ]);
});

test('taps turn pages, or scroll a strip by a screen', () => {
  const actions = ['next', 'previous', 'menu'] as const;
  expect(actions.map((action) => toPointerCommand(action, false))).toEqual(actions);
  expect(actions.map((action) => toPointerCommand(action, true))).toEqual(['screenDown', 'screenUp', 'menu']);
});
