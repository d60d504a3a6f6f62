import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { toHex } from './colors.ts';
import { drawDesignedCover, parseCoverFont } from './draw.ts';
import { fitText, toLetters } from './lettering.ts';

const fontFile = import.meta.resolve(
  '@expo-google-fonts/gentium-book-plus/700Bold/GentiumBookPlus_700Bold.ttf',
);

describe('a designed cover', () => {
  let font: Awaited<ReturnType<typeof parseCoverFont>>;
  beforeAll(async () => {
    font = await parseCoverFont(readFileSync(fileURLToPath(fontFile)));
  });
  const draw = (title: string, line: string | null = null) =>
    drawDesignedCover(font, { title, line, hue: 200, width: 200, quality: 80 });

  test('differs by title and by author', async () => {
    const seen = await Promise.all([draw('Dune'), draw('Dune 2'), draw('Dune', 'Frank Herbert')]);
    expect(new Set(seen.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(3);
  });

  test('shows a picture instead of a title that the font cannot show', async () => {
    expect(await draw('鋼の錬金術師')).toEqual(await draw('进击的巨人'));
    expect(await draw('鋼の錬金術師')).not.toEqual(await draw('Fullmetal'));
  });

  test('is drawn for hostile and empty texts', async () => {
    for (const text of ['', ' ', '<svg onload="x">&amp;', '\ud800', 'a'.repeat(5_000), '\u0000\u202e', '🎉'])
      expect([...(await draw(text, text)).subarray(0, 2)]).toEqual([0xff, 0xd8]);
  });

  test('keeps letters of Europe and Vietnam, and drops symbols', () => {
    for (const text of [
      'Žluťoučký kůň',
      'Война и мир',
      'Οδύσσεια',
      'Tiếng Việt',
      'Les Misérables, №\u00a012',
    ])
      expect(toLetters(font, text)).toBe(text.replace('\u00a0', ' '));
    expect(toLetters(font, '🎉 Party\n 2!')).toBe('Party 2!');
    expect(toLetters(font, 'Part 進')).toBeUndefined();
  });

  test('breaks long titles at words, then letters, and truncates them', () => {
    const fit = (text: string) => fitText(font, text, { width: 300, sizes: [40, 20], maxLines: () => 3 });
    expect(fit('Dune')).toEqual({ lines: ['Dune'], size: 40 });
    expect(fit('The Left Hand of Darkness').lines).toEqual(['The Left Hand of', 'Darkness']);
    const long = fit(`A ${'verylongword'.repeat(4)}`);
    expect([long.size, long.lines.join('').replace('…', '').startsWith('Averylongword')]).toEqual([20, true]);
    expect(fit('word '.repeat(90).trim()).lines.at(-1)).toMatch(/…$/);
  });

  test('converts OKLCH like browsers', () => {
    expect([toHex(1, 0, 0), toHex(0, 0, 0), toHex(0.628, 0.2577, 29.23)]).toEqual([
      '#ffffff',
      '#000000',
      '#ff0000',
    ]);
  });
});
