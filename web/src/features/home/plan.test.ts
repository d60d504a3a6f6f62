import { describe, expect, test } from 'vitest';
import {
  isDismissed,
  ownShelves,
  readChoice,
  toDismissed,
  toMoved,
  toPlan,
  toRestored,
  withShelf,
} from './plan.ts';

const keys = (plan: ReturnType<typeof toPlan>) => plan.map(({ key }) => key);

describe('the shelves of the home page', () => {
  test('are the default shelves without a choice', () => {
    expect(keys(toPlan({ order: [], hidden: [], shown: [] }, []))).toEqual([...ownShelves]);
  });

  test('keep the chosen order, with new shelves at their default position', () => {
    const order = ['recently-read', 'keep-reading', 'on-deck', 'preset:gone', 'recent-books'];
    expect(keys(toPlan({ order, hidden: [], shown: [] }, [{ id: 'a' }]))).toEqual([
      'recently-read',
      'recent-comics',
      'recent-texts',
      'recent-documents',
      'keep-reading',
      'on-deck',
      'want-to-read',
      'preset:a',
      'recent-books',
      'recent-series',
      'updated-series',
      'after-finished',
    ]);
  });

  test('keep their position while hidden', () => {
    const plan = toPlan({ order: [], hidden: ['on-deck'], shown: [] }, []);
    expect(plan[1]).toEqual({ key: 'on-deck', isHidden: true });
  });

  test('include a shelf for one kind of books on request', () => {
    const first = readChoice(undefined);
    const isHidden = (choice: typeof first) =>
      toPlan(choice, []).find(({ key }) => key === 'recent-comics')?.isHidden;
    expect(isHidden(first)).toBe(true);
    const chosen = withShelf(first, 'recent-comics', true);
    expect([isHidden(chosen), isHidden(withShelf(chosen, 'recent-comics', false))]).toEqual([false, true]);
    expect(withShelf(first, 'on-deck', false).hidden).toEqual(['on-deck']);
    expect(withShelf(withShelf(first, 'on-deck', false), 'on-deck', true)).toEqual(first);
  });

  test('move by one position, but not beyond the ends', () => {
    expect(toMoved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(toMoved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
    expect(toMoved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
    expect(toMoved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
  });

  test('omit hidden items until they are read again', () => {
    const choice = readChoice(undefined);
    const book = { id: 'a', updatedAt: '1', readProgress: { updatedAt: '1' } };
    const without = toDismissed(choice, 'keep-reading', book);
    expect(isDismissed(without, 'keep-reading', book)).toBe(true);
    expect(isDismissed(without, 'recently-read', book)).toBe(false);
    expect(isDismissed(readChoice(JSON.parse(JSON.stringify(without))), 'keep-reading', book)).toBe(true);
    expect(isDismissed(without, 'keep-reading', { ...book, readProgress: { updatedAt: '2' } })).toBe(false);
    expect(toRestored(without, 'keep-reading', book)).toEqual(choice);
  });

  test('remember the last 300 hidden items', () => {
    let choice = readChoice(undefined);
    for (let n = 0; n < 310; n++) choice = toDismissed(choice, 'on-deck', { id: `${n}`, updatedAt: '' });
    expect(Object.keys(choice.dismissed)).toHaveLength(300);
    expect(isDismissed(choice, 'on-deck', { id: '309', updatedAt: '' })).toBe(true);
  });

  test.each([[null], ['text'], [{ order: [1], hidden: 'all', dismissed: { a: 1 } }], [[]]])(
    'are the default shelves for the invalid preference %j',
    (value) => expect(readChoice(value)).toEqual({ order: [], hidden: [], shown: [], dismissed: {} }),
  );
});
