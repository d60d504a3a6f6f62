import { expect, test } from 'vitest';
import {
  defaultAppearance,
  readAppearance,
  type Theme,
  themeColors,
  toLayout,
  toStyles,
} from './appearance.ts';

test('invalid stored appearance is ignored', () => {
  expect(
    readAppearance({ size: 120, theme: 'sepia', font: 'Comic', lineHeight: 99, more: 1, flow: 'scrolled' }),
  ).toEqual({
    size: 120,
    theme: 'sepia',
    flow: 'scrolled',
  });
  for (const kept of [null, 'text', 7, []]) expect(readAppearance(kept)).toEqual({});
  expect(readAppearance(defaultAppearance)).toEqual(defaultAppearance);
  expect(readAppearance({ font: 'own:0198-ab' })).toEqual({ font: 'own:0198-ab' });
  for (const font of ['own:', 'own:a b', 'own:"x', 7]) expect(readAppearance({ font })).toEqual({});
});

test('the publisher’s styles stay until a setting is changed', () => {
  const [, usual] = toStyles(defaultAppearance, 'light');
  expect(usual).not.toMatch(/font-family|line-height|text-align|color/);
  const [, chosen] = toStyles(
    { ...defaultAppearance, font: 'serif', lineHeight: 1.6, align: 'justify' },
    'sepia',
  );
  expect(chosen).toMatch(/font-family: "Lectern chosen"/);
  expect(chosen).toMatch(/line-height: 1.6/);
  expect(chosen).toMatch(/text-align: justify/);
  expect(chosen).toContain(themeColors.sepia.ink);
});

test('column count and maximum line width follow the settings', () => {
  const lineOf = (part: Partial<typeof defaultAppearance>, windowWidth: number) => {
    const { 'max-inline-size': line = '', 'max-column-count': most } = toLayout(
      { ...defaultAppearance, ...part },
      windowWidth,
    );
    return [Number.parseInt(line, 10), most];
  };
  expect(lineOf({ width: 1_600, columns: 'two' }, 1_400)).toEqual([699, '2']);
  expect(lineOf({ width: 400, columns: 'two' }, 1_400)).toEqual([400, '2']);
  expect(lineOf({ width: 1_600, columns: 'one' }, 1_400)).toEqual([1_600, '1']);
  expect(lineOf({ width: 1_600 }, 1_400)).toEqual([1_600, '2']);
});

const luminance = (color: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
};

test.each(Object.entries(themeColors) as [Theme, (typeof themeColors)[Theme]][])(
  'in the theme %s text and links can be read (WCAG 1.4.3, 1.4.6)',
  (_, { paper, ink, link }) => {
    expect(contrast(ink, paper)).toBeGreaterThan(7);
    expect(contrast(link, paper)).toBeGreaterThan(4.5);
  },
);
