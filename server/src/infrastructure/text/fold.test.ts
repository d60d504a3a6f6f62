import { describe, expect, test } from 'vitest';
import { fc } from '../../../test/harness/property.ts';
import { fold } from './fold.ts';

describe('fold', () => {
  test.each([
    ['ÉTÉ  À  L’ÎLE', "ete a l'ile"],
    ['Straße', 'strasse'],
    ['ŒUVRE Æsir', 'oeuvre aesir'],
    ['Łódź, Đặng, Ørsted', 'lodz, dang, orsted'],
    ['İstanbul ıssız', 'istanbul issiz'],
    ['ＢＡＴＭＡＮ　１２', 'batman 12'],
    ['ﬁn №7 ½', 'fin no7 1/2'],
    ['३ ٣ 𝟛', '3 3 3'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['Ёлка', 'елка'],
    ['Batman – Year\tOne\n', 'batman - year one'],
    ['half \ud800 a pair', 'half \ufffd a pair'],
    ['Soft\u00adhyphen\u200d\u200e', 'softhyphen'],
    ['السَّلَام', 'السلام'],
    ['שָׁלוֹם', 'שלום'],
  ])('%s folds to %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('composed and decomposed spellings of one name are equal', () => {
    for (const name of ['Bande dessinée', 'Glück', 'バットマン', '한국', 'Ђурађ']) {
      expect(fold(name.normalize('NFD'))).toBe(fold(name.normalize('NFC')));
    }
  });

  test('marks that spell another letter are kept', () => {
    expect(fold('ばか')).not.toBe(fold('はか'));
    expect(fold('हिन्दी')).toBe('हिन्दी');
    expect(fold('ที่')).toBe('ที่');
  });

  test('folding is idempotent, and the result can be stored in any database', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const folded = fold(text);
        expect(fold(folded)).toBe(folded);
        expect(folded.isWellFormed()).toBe(true);
        expect(folded).not.toMatch(/[\0\n\t]|^ | $| {2}/);
      }),
      { numRuns: 2000 },
    );
  });
});
