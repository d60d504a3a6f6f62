import { reason } from '@lectern/contract/reasons';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../testing/fake-api.ts';
import { toBook } from '../../testing/fixtures.ts';
import { answer, show, toId } from '../../testing/show.tsx';
import { ConvertDialog } from './convert-dialog.tsx';

test('explains and starts the conversion of a book', async () => {
  const book = toBook('Saga 001', { fileFormat: 'cbr' });
  const closed: string[] = [];
  const { user, changes } = show(<ConvertDialog item={book} onClose={() => closed.push('closed')} />, {
    'POST /api/v1/books/{id}/file/convert': { taskId: toId(1) },
  });
  const dialog = await screen.findByRole('dialog', { name: 'Convert Saga 001 to CBZ?' });
  within(dialog).getByText(/Pages and other files in them are not changed\.$/);
  within(dialog).getByText(/^The old files are moved to the trash/);
  expect(changes).toEqual([]);
  await answer(user, 'Convert Saga 001 to CBZ?', 'Convert');
  await screen.findByText('Converting Saga 001. See Tasks for progress');
  expect(changes).toEqual([[`POST /api/v1/books/${book.id}/file/convert`]]);
  expect(closed).toEqual(['closed']);
});

test('reports that a library has nothing to convert', async () => {
  const { user } = show(
    <ConvertDialog item={{ kind: 'library', id: toId(7), title: 'Comics' }} onClose={() => {}} />,
    {
      'POST /api/v1/libraries/{id}/files/convert': () =>
        refuse(409, 'conflict', reason('conversion_nothing')),
    },
  );
  await answer(user, 'Convert Comics to CBZ?', 'Convert');
  await screen.findByText(/^There is nothing to convert/);
});
