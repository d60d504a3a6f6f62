import { hashToHue } from '@lectern/contract/serving/title-hue';
import { describe, expect, test } from 'vitest';
import { findTint, toTint } from './tint.ts';

describe('the tint of a cover', () => {
  test.each([
    ['red', [1, 0, 0], 29],
    ['green', [0, 1, 0], 142],
    ['blue', [0, 0, 1], 264],
  ] as const)('of %s has the hue of OKLCH', (_, colour, hue) => {
    expect(Math.abs(toTint(colour).hue - hue)).toBeLessThanOrEqual(1);
  });

  test('has almost no strength for gray, and a limited strength for the most saturated color', () => {
    expect(toTint([0.5, 0.5, 0.5]).chroma).toBeLessThan(0.001);
    expect(toTint([1, 0, 1]).chroma).toBe(0.16);
  });

  test.each([null, '', 'no hash', '%%%'])('is derived from the title without a ThumbHash (%j)', (hash) => {
    expect(findTint(hash, 'Saga')).toEqual({ hue: hashToHue('Saga'), chroma: 0.09 });
  });

  test('is stable for a title, and differs between similar titles', () => {
    expect(hashToHue('Saga 1')).toBe(hashToHue('Saga 1'));
    const hues = Array.from({ length: 12 }, (_, n) => hashToHue(`Saga ${n + 1}`));
    expect(new Set(hues).size).toBe(12);
    for (const hue of hues) expect(hue >= 0 && hue <= 360).toBe(true);
  });
});
