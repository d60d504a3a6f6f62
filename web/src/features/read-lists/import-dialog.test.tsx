import type { ImportReport } from '@lectern/contract/reading/read-lists';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { toList } from '../../testing/fixtures.ts';
import { show, toId } from '../../testing/show.tsx';
import { ImportDialog } from './import-dialog.tsx';

const facts = { number: '1', volume: null, year: null };
const toCandidate = (index: number, title: string) => ({
  bookId: toId(index),
  seriesName: 'Twin',
  number: 1,
  title,
});
const report: ImportReport = {
  name: 'Crossover <b>',
  matched: 1,
  unmatched: 2,
  entries: [
    {
      ...facts,
      series: 'Saga',
      status: 'matched',
      bookId: toId(1),
      candidates: [{ bookId: toId(1), seriesName: 'Saga', number: 1, title: 'Saga 001' }],
    },
    {
      ...facts,
      series: 'Twin',
      status: 'ambiguous',
      bookId: null,
      candidates: [toCandidate(2, 'Twin 001'), toCandidate(3, 'Twin 1')],
    },
    { ...facts, series: 'None', status: 'not_found', bookId: null, candidates: [] },
  ],
  readList: null,
};

async function upload(user: UserEvent): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no field for a file');
  await user.upload(input, new File(['<ReadingList/>'], 'a.cbl', { type: 'application/xml' }));
  await within(dialog).findByText('1 matched');
  return dialog;
}

test('creates a read list from the matched and the chosen books of a file, after a report', async () => {
  const { user, changes, path } = show(<ImportDialog onClose={() => {}} />, {
    'POST /api/v1/readlists/import': ({ query }) =>
      query.dryRun === 'true' ? report : new Response(null, { status: 500 }),
    'POST /api/v1/readlists': ({ body }) => toList(String(toRecord(body).name), { id: toId(9) }),
    'PUT /api/v1/readlists/{id}/books': () => new Response(null, { status: 204 }),
  });
  const dialog = await upload(user);
  within(dialog).getByText('Not found');
  await user.click(within(dialog).getByRole('combobox', { name: 'Which book is Twin #1?' }));
  await user.click(await screen.findByRole('option', { name: 'Twin · Twin 1' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create read list with 2 books' }));
  await waitFor(() => expect(path()).toBe(`/readlists/${toId(9)}`));
  expect(changes.slice(1)).toEqual([
    ['POST /api/v1/readlists', { name: 'Crossover <b>', ordered: true }],
    [`PUT /api/v1/readlists/${toId(9)}/books`, { ids: [toId(1), toId(3)] }],
  ]);
});

test('asks for another name if it is taken', async () => {
  const names: unknown[] = [];
  const { user, path } = show(<ImportDialog onClose={() => {}} />, {
    'POST /api/v1/readlists/import': report,
    'POST /api/v1/readlists': ({ body }) => {
      const { name } = toRecord(body);
      names.push(name);
      return names.length === 1
        ? Response.json({ error: 'conflict', message: 'The name is taken.' }, { status: 409 })
        : toList(String(name), { id: toId(9) });
    },
    'PUT /api/v1/readlists/{id}/books': () => new Response(null, { status: 204 }),
  });
  const dialog = await upload(user);
  const create = within(dialog).getByRole('button', { name: 'Create read list with 1 book' });
  await user.click(create);
  await within(dialog).findByText(/^A read list with this name already exists/);
  const field = within(dialog).getByRole('textbox', { name: 'Name of the read list' });
  await user.clear(field);
  await user.type(field, 'Crossover again');
  await user.click(create);
  await waitFor(() => expect(path()).toBe(`/readlists/${toId(9)}`));
  expect(names).toEqual(['Crossover <b>', 'Crossover again']);
});
