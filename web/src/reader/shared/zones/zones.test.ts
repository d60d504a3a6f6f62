import { expect, test } from 'vitest';
import { toAction, type ZonePreset } from './zones.ts';

const tap = (zones: ZonePreset, points: [number, number][], more = {}) =>
  points.map(([x, y]) => toAction(x, y, { zones, isInverted: false, direction: 'ltr', ...more }));

test('side zones turn pages in reading direction, the middle toggles the bars', () => {
  const across: [number, number][] = [
    [0.1, 0.5],
    [0.5, 0.5],
    [0.9, 0.5],
  ];
  expect(tap('sides', across)).toEqual(['previous', 'menu', 'next']);
  expect(tap('sides', across, { direction: 'rtl' })).toEqual(['next', 'menu', 'previous']);
  expect(tap('sides', across, { isInverted: true })).toEqual(['next', 'menu', 'previous']);
  expect(tap('none', across)).toEqual(['menu', 'menu', 'menu']);
});

test('with vertical reading, the top and bottom zones turn pages', () => {
  const down: [number, number][] = [
    [0.5, 0.1],
    [0.5, 0.5],
    [0.5, 0.9],
  ];
  expect(tap('sides', down, { direction: 'ttb' })).toEqual(['previous', 'menu', 'next']);
});

test('all other presets have a menu zone and mirror with the direction', () => {
  const corners: [number, number][] = [
    [0.1, 0.1],
    [0.9, 0.5],
    [0.1, 0.5],
    [0.5, 0.9],
    [0.5, 0.5],
  ];
  expect(tap('lShape', corners)).toEqual(['previous', 'next', 'previous', 'next', 'menu']);
  expect(tap('lShape', corners, { direction: 'rtl' })).toEqual([
    'previous',
    'previous',
    'next',
    'next',
    'menu',
  ]);
  expect(tap('kindle', corners)).toEqual(['menu', 'next', 'previous', 'next', 'next']);
  expect(tap('edges', corners)).toEqual(['next', 'next', 'next', 'previous', 'menu']);
});
