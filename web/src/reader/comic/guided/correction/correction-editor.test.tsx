import type { PagePanels } from '@lectern/contract/serving/panels';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, toId } from '../../../../testing/show.tsx';
import { CorrectionEditor } from './correction-editor.tsx';

const panels: PagePanels = {
  version: 1,
  source: 'detected',
  direction: 'ltr',
  trust: 0.8,
  panels: [
    [0, 0, 50, 50],
    [50, 0, 50, 50],
  ],
};

function edit(stored: Partial<PagePanels> = {}) {
  const onClose = vi.fn();
  const answer = { ...panels, ...stored };
  const shown = show(<CorrectionEditor bookId={toId(1)} page={3} src="page.jpg" onClose={onClose} />, {
    'GET /api/v1/books/{id}/pages/{number}/panels': answer,
    'PUT /api/v1/books/{id}/pages/{number}/panels': answer,
    'DELETE /api/v1/books/{id}/pages/{number}/panels': undefined,
  });
  return { ...shown, onClose };
}

const path = `/api/v1/books/${toId(1)}/pages/3/panels`;
const findPanel = (number: number) => screen.findByRole('button', { name: `Panel ${number}` });
const clickOn = async ({ user }: ReturnType<typeof edit>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

test('draws, moves and deletes panels, and saves them', async () => {
  const editor = edit();
  const page = (await findPanel(1)).parentElement;
  if (!page) throw new Error('No page');
  page.getBoundingClientRect = () => new DOMRect(0, 0, 200, 200);
  page.setPointerCapture = () => undefined;
  const drag = (target: Element, [from, to]: [from: [number, number], to: [number, number]]) => {
    fireEvent.pointerDown(target, { button: 0, clientX: from[0], clientY: from[1] });
    fireEvent.pointerMove(page, { clientX: to[0], clientY: to[1] });
    fireEvent.pointerUp(page);
  };
  drag(page, [
    [0, 120],
    [200, 180],
  ]);
  drag(await findPanel(1), [
    [20, 20],
    [40, 30],
  ]);
  const second = await findPanel(2);
  second.focus();
  await editor.user.keyboard('{Delete}');
  (await findPanel(2)).focus();
  await editor.user.keyboard('{ArrowDown}{Shift>}{ArrowUp}{/Shift}');
  await clickOn(editor, 'Save');
  await screen.findByText('Panels saved for all readers');
  expect(editor.changes).toEqual([
    [
      `PUT ${path}`,
      {
        panels: [
          [10, 5, 50, 50],
          [0, 61, 100, 29],
        ],
      },
    ],
  ]);
  expect(editor.onClose).toHaveBeenCalledOnce();
});

test('orders panels by taps', async () => {
  const editor = edit();
  await clickOn(editor, 'Set order');
  await screen.findByText(/^Tap all panels/);
  await clickOn(editor, 'Panel 2');
  await clickOn(editor, 'Panel 1');
  await screen.findByText(/^Drag on the page/);
  await clickOn(editor, 'Save');
  await screen.findByText('Panels saved for all readers');
  expect(editor.changes).toEqual([[`PUT ${path}`, { panels: panels.panels.toReversed() }]]);
});

test('orders panels by keys, and restores the automatic order of the direction of the book', async () => {
  const editor = edit({ direction: 'rtl' });
  const { user } = editor;
  (await findPanel(1)).focus();
  await user.keyboard('{PageDown}');
  expect(document.activeElement).toBe(await findPanel(2));
  await user.keyboard('{PageDown}{PageUp}r');
  await clickOn(editor, 'Save');
  await screen.findByText('Panels saved for all readers');
  expect(editor.changes).toEqual([[`PUT ${path}`, { panels: panels.panels.toReversed() }]]);
});

test('restores the automatic order with its button, also while the order is changed', async () => {
  const reversed = panels.panels.toReversed();
  const editor = edit({ panels: reversed });
  await clickOn(editor, 'Set order');
  await clickOn(editor, 'Automatic order');
  await screen.findByText(/^Drag on the page/);
  await clickOn(editor, 'Save');
  await screen.findByText('Panels saved for all readers');
  expect(editor.changes).toEqual([[`PUT ${path}`, { panels: panels.panels }]]);
});

test('removes the correction of a page', async () => {
  const editor = edit({ source: 'user' });
  await clickOn(editor, 'Remove correction');
  await screen.findByText('Panels saved for all readers');
  expect(editor.changes).toEqual([[`DELETE ${path}`]]);
});

test('has no correction to remove', async () => {
  edit();
  const remove = await screen.findByRole<HTMLButtonElement>('button', { name: 'Remove correction' });
  expect(remove.disabled).toBe(true);
});
