import { expect, test } from 'vitest';
import { toLightColour } from './warmth.ts';

test('reduces blue most, green less, and red never', () => {
  expect([0, 50, 100].map(toLightColour)).toEqual([
    'rgb(255 255 255)',
    'rgb(255 212 171)',
    'rgb(255 169 87)',
  ]);
});
