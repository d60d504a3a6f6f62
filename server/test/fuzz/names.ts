// File names as users and programs write them, composed of the tokens that the name parsers recognize.
import fc from 'fast-check';
import { anyText } from './arbitraries.ts';

const piece = fc.oneof(
  fc.constantFrom(
    ...['v', 'c', '#', 'Vol. ', '第', '巻', '話', '三', '(', ')', '[', ']', '{', '}'],
    ...[' - ', '-', '.', '_', "'", ' ', '/'],
  ),
  fc.constantFrom(
    ...['2019', '2012', '001', '01', '12', '1.5', '½', 'of', 'of 6', 'Annual', 'copy', 'ISBN ', '978'],
    ...['S01E02', 'é', '😀', '\ud800', '\u0000', '.cbz'],
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
  anyText,
);

export const anyName = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
