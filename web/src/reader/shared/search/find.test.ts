import { expect, test } from 'vitest';
import { findInTexts } from './find.ts';

const cut = (texts: string[], query: string) =>
  findInTexts(texts, query).map(({ startIndex, startOffset, endIndex, endOffset, match }) => {
    const whole =
      startIndex === endIndex
        ? texts[startIndex]?.slice(startOffset, endOffset)
        : `${texts[startIndex]?.slice(startOffset)}${texts.slice(startIndex + 1, endIndex).join('')}${texts[endIndex]?.slice(0, endOffset)}`;
    return [whole, match];
  });

test('finds text regardless of case, accents and width', () => {
  expect(cut(['Call me Ishmael. CALL ME.'], 'call me')).toEqual([
    ['Call me', 'Call me'],
    ['CALL ME', 'CALL ME'],
  ]);
  expect(cut(['Une forêt, une FORÊT'], 'foret')).toHaveLength(2);
  expect(cut(['fore\u0302t'], 'forêt')).toEqual([['fore\u0302t', 'fore\u0302t']]);
  expect(cut(['吾輩は猫である。ﾈｺ'], '猫で')).toEqual([['猫で', '猫で']]);
});

test('finds text across emphasis, line breaks and soft hyphens', () => {
  expect(cut(['the white ', 'wh', 'ale'], 'White Whale')).toEqual([['white whale', 'white whale']]);
  expect(cut(['the white\n   whale'], 'white whale')).toEqual([['white\n   whale', 'white whale']]);
  expect(cut(['white wh\u00adale'], 'whale')).toHaveLength(1);
});

test('includes the surrounding text of each match', () => {
  const [found] = findInTexts(['He said: ', 'call me', ' Ishmael, and so on.'], 'call me');
  expect([found?.before, found?.after]).toEqual(['He said: ', ' Ishmael, and so on.']);
});

test('finds nothing for empty queries, and limits the matches', () => {
  expect(findInTexts(['a b'], ' ')).toEqual([]);
  expect(findInTexts(['a'.repeat(5_000)], 'a', 100)).toHaveLength(100);
});
