import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show } from '../../../testing/show.tsx';
import { setLettersOn } from '../../../ui/shortcuts.ts';
import { useSelecting } from './use-selecting.ts';
import type { Selection } from './use-selection.ts';

beforeEach(() => localStorage.clear());

function Cards({ selection }: { selection: Selection }) {
  return (
    <div {...useSelecting(selection)}>
      <button type="button" data-index={4}>
        Card
      </button>
    </div>
  );
}

/** Shows a card. Returns the indexes that are selected. */
function open() {
  const selected: number[] = [];
  const selection: Selection = {
    items: new Map(),
    isActive: false,
    has: () => false,
    toggle: async (index) => void selected.push(index),
    toggleItem: () => undefined,
    extendTo: async () => undefined,
    all: async () => undefined,
    clear: () => undefined,
  };
  return { ...show(<Cards selection={selection} />, {}), selected };
}

test('selects the focused card with the space key and with X', async () => {
  const { user, selected } = open();
  (await screen.findByRole('button', { name: 'Card' })).focus();
  await user.keyboard(' x');
  expect(selected).toEqual([4, 4]);
});

test('ignores X if letters are turned off', async () => {
  setLettersOn(false);
  const { user, selected } = open();
  (await screen.findByRole('button', { name: 'Card' })).focus();
  await user.keyboard('x');
  expect(selected).toEqual([]);
});
