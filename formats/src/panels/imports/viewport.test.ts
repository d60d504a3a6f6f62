import { expect, test } from 'vitest';
import { defaultLimits } from '../../limits.ts';
import { readViewport } from './viewport.ts';

const xhtml = (head: string, body = '') => `<html><head>${head}</head><body>${body}</body></html>`;
const svg = '<svg viewBox="0 0 300 400"><image href="1.jpg"/></svg>';

test.each([
  ['of XHTML', xhtml('<meta name="viewport" content="width=1200, height=1600"/>'), [1200, 1600]],
  [
    'with spaces and decimals',
    xhtml('<meta name="Viewport" content=" height = 16.5;width = 12"/>'),
    [12, 16.5],
  ],
  [
    'of XHTML before that of a drawing',
    xhtml('<meta name="viewport" content="width=3,height=4"/>', svg),
    [3, 4],
  ],
  ['of a drawing in a page without one', xhtml('<meta charset="utf-8"/>', svg), [300, 400]],
  ['of SVG', svg, [300, 400]],
  [
    'without a height',
    xhtml('<meta name="viewport" content="width=device-width, initial-scale=1"/>'),
    undefined,
  ],
  ['without an area', '<svg viewBox="0 0 0 400"/>', undefined],
  ['of a page without one', xhtml(''), undefined],
])('reads the viewport %s', (_, page, size) => {
  const viewport = readViewport(Buffer.from(page), defaultLimits);
  expect(viewport && [viewport.width, viewport.height]).toEqual(size);
});
