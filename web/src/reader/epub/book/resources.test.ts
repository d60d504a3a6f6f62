import { expect, test } from 'vitest';
import { toInert } from './resources.ts';

test('removes only styles and event handlers from a document', () => {
  expect(toInert('<p style="color: red" onclick=\'x()\' id="a">style="x"</p>')).toBe(
    '<p data-style="color: red" data-onclick=\'x()\' id="a">style="x"</p>',
  );
  expect(toInert('<head><style type="text/css">p { color: red }</style><title>t</title></head>')).toBe(
    '<head><x-style></x-style><title>t</title></head>',
  );
  expect(toInert('<style/><p>a</p><style>b</style>')).toBe('<x-style></x-style><p>a</p><x-style></x-style>');
});

test('handles an unclosed style in linear time', () => {
  expect(toInert('<style>'.repeat(50_000))).toHaveLength(50_000 * 19);
});
