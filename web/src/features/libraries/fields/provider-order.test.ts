import { expect, test } from 'vitest';
import { toShownOrder } from './provider-order.ts';

test('shows the effective order: named providers, other providers, then files unless they are named', () => {
  expect(toShownOrder([], [])).toEqual(['files']);
  expect(toShownOrder([], ['one', 'two'])).toEqual(['one', 'two', 'files']);
  expect(toShownOrder(['two'], ['one', 'two'])).toEqual(['two', 'one', 'files']);
  expect(toShownOrder(['two', 'files'], ['one', 'two'])).toEqual(['two', 'files', 'one']);
  expect(toShownOrder(['gone', 'files', 'gone'], [])).toEqual(['gone', 'files']);
});
