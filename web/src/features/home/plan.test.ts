import { describe, expect, test } from 'vitest';
import { ownShelves, readChoice, toMoved, toPlan } from './plan.ts';

const keys = (plan: ReturnType<typeof toPlan>) => plan.map(({ key }) => key);

describe('the shelves of the home page', () => {
  test('are the default ones without a choice', () => {
    expect(keys(toPlan({ order: [], hidden: [] }, []))).toEqual([...ownShelves]);
  });

  test('keep the chosen order, with new ones at their default position', () => {
    const order = ['recently-read', 'keep-reading', 'on-deck', 'preset:gone', 'recent-books'];
    expect(keys(toPlan({ order, hidden: [] }, [{ id: 'a' }]))).toEqual([
      'recently-read',
      'keep-reading',
      'on-deck',
      'want-to-read',
      'preset:a',
      'recent-books',
      'recent-series',
      'updated-series',
    ]);
  });

  test('keep their position while hidden', () => {
    const plan = toPlan({ order: [], hidden: ['on-deck'] }, []);
    expect(plan[1]).toEqual({ key: 'on-deck', isHidden: true });
  });

  test('move one place, and not beyond the ends', () => {
    expect(toMoved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(toMoved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
    expect(toMoved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
    expect(toMoved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
  });

  test.each([[null], ['text'], [{ order: [1], hidden: 'all' }], [[]]])(
    'stand as for everybody when the preference is %j',
    (value) => expect(readChoice(value)).toEqual({ order: [], hidden: [] }),
  );
});
