import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { parseXml, textOf } from './tree.ts';
import { escapeXml } from './write.ts';

test('whatever is escaped comes back as it was, as content and in attributes', () => {
  const title = `<script>"Tom" & 'Jerry'</script> ]]> 日本 📖`;
  const root = parseXml(Buffer.from(`<a b="${escapeXml(title)}">${escapeXml(title)}</a>`), defaultLimits);
  expect(textOf(root)).toBe(title);
  expect(root.attributes.b).toBe(title);
});

test('what XML 1.0 forbids is left out, and only that', () => {
  expect(escapeXml('a\u0000\u0008\u000b\u001fb\t\n\r\ud800c\udc00\ufffe\uffff📖\u007f')).toBe(
    'ab\t\n\rc📖\u007f',
  );
});
