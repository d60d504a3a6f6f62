import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { DropZone } from './drop-zone.tsx';

const toFile = (name: string) => new File(['x'], name);

const toFileEntry = (path: string) => ({
  isFile: true,
  isDirectory: false,
  fullPath: path,
  file: (take: (file: File) => void) => take(toFile(path.split('/').at(-1) ?? path)),
});

/** Like browsers, returns a hundred entries at a time, then none. */
const toFolderEntry = (path: string, entries: object[]) => ({
  isFile: false,
  isDirectory: true,
  fullPath: path,
  createReader() {
    const left = [...entries];
    return { readEntries: (take: (some: object[]) => void) => take(left.splice(0, 100)) };
  },
});

test('collects every file of dropped folders with its path, in any number and depth', async () => {
  const received: string[] = [];
  show(<DropZone isBusy={false} onFiles={(files) => received.push(...files.map(({ path }) => path))} />, {});
  const many = Array.from({ length: 250 }, (_, index) => `Saga/Vol. 1/${index}.cbz`);
  const first = toFolderEntry(
    '/Saga/Vol. 1',
    many.map((path) => toFileEntry(`/${path}`)),
  );
  const saga = toFolderEntry('/Saga', [first, toFileEntry('/Saga/Saga 2.cbz')]);
  const toItem = (entry: object, file: File | null) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry,
    getAsFile: () => file,
  });
  const items = [toItem(toFileEntry('/Alone.cbz'), toFile('Alone.cbz')), toItem(saga, null)];
  fireEvent.drop(await screen.findByText('Drop files or folders here'), {
    dataTransfer: { types: ['Files'], items, files: [] },
  });
  await waitFor(() => expect(received).toHaveLength(252));
  expect(received.toSorted()).toEqual(['Alone.cbz', ...many, 'Saga/Saga 2.cbz'].toSorted());
});

test('passes chosen files and folders with their paths', async () => {
  const received: string[] = [];
  show(<DropZone isBusy={false} onFiles={(files) => received.push(...files.map(({ path }) => path))} />, {});
  await screen.findByRole('button', { name: 'Choose files' });
  const [files, folder] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  if (!files || !folder) throw new Error('An input is missing');
  fireEvent.change(files, { target: { files: [toFile('Saga 1.cbz')] } });
  await waitFor(() => expect(received).toEqual(['Saga 1.cbz']));
  expect(folder.webkitdirectory).toBe(true);
  const inside = Object.defineProperty(toFile('Saga 2.cbz'), 'webkitRelativePath', {
    value: 'Saga/Saga 2.cbz',
  });
  fireEvent.change(folder, { target: { files: [inside] } });
  await waitFor(() => expect(received).toEqual(['Saga 1.cbz', 'Saga/Saga 2.cbz']));
});
