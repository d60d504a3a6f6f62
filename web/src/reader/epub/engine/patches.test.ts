import fixedLayout from 'foliate-js/fixed-layout.js?raw';
import paginator from 'foliate-js/paginator.js?raw';
import { expect, test } from 'vitest';
import { patchFoliate } from './patches.ts';

const sources = { 'paginator.js': paginator, 'fixed-layout.js': fixedLayout };

test.each(Object.entries(sources))('%s makes no inline style and no frame with scripts', (file, source) => {
  const patched = patchFoliate(`/node_modules/foliate-js/${file}`, source) ?? '';
  expect(source).toContain('allow-scripts');
  expect(patched).toContain("setAttribute('sandbox', 'allow-same-origin')");
  expect(patched).not.toMatch(/<style/);
  expect(patched).toContain('adoptedStyleSheets');
});

test('refuses an unknown version of the library', () => {
  expect(() => patchFoliate('/node_modules/foliate-js/paginator.js', 'something else')).toThrow(/version/);
  expect(patchFoliate('/node_modules/foliate-js/overlayer.js', 'as it is')).toBeUndefined();
});
