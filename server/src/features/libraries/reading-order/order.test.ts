import { expect, test } from 'vitest';
import { fc } from '../../../../test/harness/property.ts';
import { noFacts } from './facts.ts';
import { toOnlyPlace, toReadingOrder } from './order.ts';

const number = fc.option(fc.constantFrom(-1, 0, 0.5, 1, 10.5, 2024));

test('a book that is alone has the place that the order of its series gives it', () => {
  fc.assert(
    fc.property(
      fc.record({
        part: fc.constantFrom('main' as const, 'special' as const, 'extra' as const),
        volume: number,
        number,
        section: number,
        place: number,
        date: fc.option(fc.constantFrom('2024', '2024-07', '2024-07-01')),
        isIssueDate: fc.boolean(),
        isPlanned: fc.boolean(),
        isByFile: fc.boolean(),
        isPlaced: fc.boolean(),
        suffix: fc.constantFrom('', 'a'),
        position: fc.option(fc.constant('5')),
        shown: fc.option(fc.constant({ text: '½', value: 0.5, by: 'number' as const })),
      }),
      (facts) => {
        const book = { facts: { ...noFacts, ...facts }, titleKey: 'title', pathKey: 'path', location: '1' };
        expect([toOnlyPlace(book)]).toEqual(toReadingOrder([book]));
      },
    ),
  );
});
