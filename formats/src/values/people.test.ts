import { expect, test } from 'vitest';
import { splitPeople } from './people.ts';

test.each([
  ['Ada One', ['Ada One']],
  ['Ada One; Bob Two;', ['Ada One', 'Bob Two']],
  ['One, Ada; Two, Bob', ['One, Ada', 'Two, Bob']],
  ['Terry P. & Neil G.', ['Terry P.', 'Neil G.']],
  ['Dupuy & Berberian', ['Dupuy', 'Berberian']],
  ['Ada One and Bob Two', ['Ada One', 'Bob Two']],
  ['Ada One, Bob Two, and Cy Three', ['Ada One', 'Bob Two', 'Cy Three']],
  ['Ada One, Bob Two & Cy Three', ['Ada One', 'Bob Two', 'Cy Three']],
  ['Carroll, Lewis', ['Carroll, Lewis']],
  ['García Márquez, Gabriel José', ['García Márquez, Gabriel José']],
  ['Ada One / Bob Two', ['Ada One', 'Bob Two']],
  ['Ada One | Bob Two', ['Ada One', 'Bob Two']],
  ['尾田栄一郎、武井宏之', ['尾田栄一郎', '武井宏之']],
  ['大場つぐみ × 小畑健', ['大場つぐみ', '小畑健']],
  ['René Goscinny et Albert Uderzo', ['René Goscinny', 'Albert Uderzo']],
  ['Аркадий Стругацкий и Борис Стругацкий', ['Аркадий Стругацкий', 'Борис Стругацкий']],
  ['José Ortega y Gasset', ['José Ortega y Gasset']],
  ['Siskel and Ebert', ['Siskel and Ebert']],
  ['Simon & Schuster', ['Simon & Schuster']],
  ['Penn and Teller', ['Penn and Teller']],
  ['Smith & Sons', ['Smith & Sons']],
  ['University of Arts and Applied Sciences', ['University of Arts and Applied Sciences']],
  ['', []],
])('splits the people of "%s"', (text, names) => {
  expect(splitPeople(text)).toEqual(names);
});

test('splits lists of full names at commas if they may be lists', () => {
  expect(splitPeople('Ada One, Bob Two', { hasLists: true })).toEqual(['Ada One', 'Bob Two']);
  expect(splitPeople('Carroll, Lewis', { hasLists: true })).toEqual(['Carroll, Lewis']);
});
