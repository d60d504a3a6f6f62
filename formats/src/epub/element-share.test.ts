import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { type ElementPath, findElementShare } from './element-share.ts';

const bytes =
  Buffer.from(`<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Not text of the body</title></head><body>
  <div><p>abcde</p><h2>fg</h2><p id="x">hi<b>j</b></p></div>
  <div><p>&nbsp;&eacute;lmnopqrst</p></div>
</body></html>`);
const steps = (...all: [string, number][]): ElementPath => ({ steps: all });

test.each<[ElementPath, number | undefined]>([
  [steps(['div', 1]), 0],
  [steps(['div', 1], ['p', 1]), 0],
  [steps(['div', 1], ['p', 2]), 7 / 20],
  [steps(['div', 1], ['p', 2], ['b', 1]), 9 / 20],
  [{ id: 'x' }, 7 / 20],
  [steps(['div', 2], ['p', 1]), 10 / 20],
  // The last existing ancestor.
  [steps(['div', 2], ['p', 9]), 10 / 20],
  [steps(['section', 1]), undefined],
  [{ id: 'nowhere' }, undefined],
])('returns the share of the text before %j', (path, share) => {
  expect(findElementShare(bytes, path, defaultLimits)).toBe(share);
});
