import { expect, test } from 'vitest';
import { fc } from '../../../test/harness/property.ts';
import { toContentDisposition } from './content-disposition.ts';

const parts = (header: string) => {
  const match = /^attachment; filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(header);
  return { ascii: match?.[1], name: decodeURIComponent(match?.[2] ?? '') };
};

test.each([
  ['a plain name', 'Batman 005.cbz', 'Batman 005.cbz', 'Batman 005.cbz'],
  ['accents', 'Astérix.cbz', 'Asterix.cbz', 'Astérix.cbz'],
  ['Japanese', '第3巻.epub', '_3_.epub', '第3巻.epub'],
  ['an emoji', '🦇.cbz', '_.cbz', '🦇.cbz'],
  ['a way up', '../..', '_', '_'],
  ['an absolute path', '/etc/passwd', '_etc_passwd', '_etc_passwd'],
  ['backslashes', 'a\\..\\b.pdf', 'a_.._b.pdf', 'a_.._b.pdf'],
  ['a device of Windows', 'CON', '_CON', '_CON'],
  ['a device with an extension', 'nul.cbz', '_nul.cbz', '_nul.cbz'],
  ['quotes and percent signs', 'a"b%41.pdf', 'a_b_41.pdf', 'a_b%41.pdf'],
  ['a line break that could inject a header', 'a\r\nSet-Cookie: x=1', 'aSet-Cookie_ x=1', 'aSet-Cookie_ x=1'],
  ['a direction override', 'a\u202egpj.exe', 'agpj.exe', 'agpj.exe'],
  ['a hidden file', '.bashrc', 'bashrc', 'bashrc'],
  ['accents alone', '\u0301\u0302', '_', '\u0301\u0302'],
  ['a device name in full-width letters', 'ＣＯＮ.txt', '_CON.txt', 'ＣＯＮ.txt'],
  ['nothing', '', 'file', 'file'],
  ['dots and spaces only', ' .. ', 'file', 'file'],
  ['a lone surrogate', 'a\ud800.cbz', 'a_.cbz', 'a\ufffd.cbz'],
  ['the characters that filename* excludes', "it's (1)*.cbz", "it's (1)_.cbz", "it's (1)_.cbz"],
])('%s', (_, given, ascii, name) => {
  expect(parts(toContentDisposition(given))).toEqual({ ascii, name });
});

test('a name of 300 bytes is truncated between characters and keeps its extension', () => {
  const { name } = parts(toContentDisposition(`${'巻'.repeat(100)}.cbz`));
  expect(name).toBe(`${'巻'.repeat(65)}.cbz`);
  expect(parts(toContentDisposition('🦇'.repeat(100))).name).toBe('🦇'.repeat(50));
});

test('returns inline on request', () => {
  expect(toContentDisposition('a.pdf', 'inline')).toMatch(/^inline; /);
});

test('for any name, the header is one line of ASCII without additional quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const header = toContentDisposition(name);
      expect(header).toMatch(/^attachment; filename="[^"\\]+"; filename\*=UTF-8''[\w.!~%-]+$/);
      expect(parts(header).name).not.toMatch(/[/\\\r\n\0]/);
    }),
  );
});
