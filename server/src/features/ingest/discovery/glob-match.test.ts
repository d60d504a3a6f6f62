import { expect, test } from 'vitest';
import { matchSegments, parseSegment } from './glob-match.ts';

/** Characters of a path that count every access. */
function countLooks(path: string) {
  let looks = 0;
  const names = path.split('/').map(
    (name) =>
      new Proxy([...name], {
        get(characters, key) {
          if (typeof key === 'string' && /^[0-9]+$/.test(key)) looks += 1;
          return Reflect.get(characters, key);
        },
      }),
  );
  return { names, looks: () => looks };
}

test.each([
  [`${'*a'.repeat(200)}b`, 'a'.repeat(255)],
  [`${'*'.repeat(200)}b`, 'a'.repeat(255)],
  [`${'**/*a*a*a*b/'.repeat(40)}c`, `${'aaaaaa/'.repeat(150)}a`],
  [`${'**/'.repeat(160)}b`, `${'a/'.repeat(500)}a`],
])('a hostile pattern accesses each character at most once per pattern character', (pattern, path) => {
  const { names, looks } = countLooks(path);
  expect(matchSegments(pattern.split('/').map(parseSegment), names)).toBe(false);
  expect(looks()).toBeLessThanOrEqual(pattern.length * path.length);
});
