// Libraries on a test server: made over the API, scanned, and looked at.
import { mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BookDto } from '@lectern/contract/books';
import type { Library } from '@lectern/contract/libraries';
import type { ScanStatus } from '@lectern/contract/scanning';
import type { Series } from '@lectern/contract/series';
import { vi } from 'vitest';
import { writeFiles } from '../makers/books.ts';
import type { Client } from './client.ts';
import type { TestServer } from './server.ts';

export interface TestLibrary extends Library {
  /** Its folder, which goes with the server. */
  folder: string;
}

/** A library on a folder of its own with these files; `settings` are those of the API. Not scanned. */
export async function addLibrary(
  { admin, folder: parent }: TestServer,
  files: Record<string, Uint8Array | string>,
  settings: object = {},
): Promise<TestLibrary> {
  const folder = mkdtempSync(join(parent, 'library-'));
  writeFiles(folder, files);
  const made = await admin.post<Library>('/api/v1/libraries', {
    name: basename(folder),
    path: folder,
    ...settings,
  });
  if (made.status !== 201) throw new Error(`The library was not made: ${made.bytes.toString()}`);
  return { ...made.body, folder };
}

/** Scans to the end, whatever the end is. `query`: `mode=deep`, `confirmRemovals=true`. */
export async function scan({ admin }: { admin: Client }, id: string, query = ''): Promise<ScanStatus> {
  const response = await admin.post<ScanStatus>(`/api/v1/libraries/${id}/scan?${query}`);
  if (response.status !== 202) throw new Error(`The scan was not begun: ${response.bytes.toString()}`);
  return waitForScan(admin, id);
}

export async function waitForScan(admin: Client, id: string): Promise<ScanStatus> {
  let status: ScanStatus | undefined;
  const look = async () => {
    status = (await admin.get<ScanStatus>(`/api/v1/libraries/${id}/scan-status`)).body;
    return status.completedAt !== null;
  };
  // What reads the books gives way to whatever else runs on the machine: the test's own time is the limit.
  await vi.waitUntil(look, { interval: 20, timeout: 180_000 });
  if (!status) throw new Error('There is no scan');
  return status;
}

/** A library with these files, scanned without a fault. */
export async function addScannedLibrary(
  server: TestServer,
  files: Record<string, Uint8Array | string>,
  settings: object = {},
): Promise<TestLibrary> {
  const library = await addLibrary(server, files, settings);
  const { status, errors } = await scan(server, library.id);
  if (status !== 'completed') throw new Error(`The scan ${status}: ${errors.join('; ')}`);
  return library;
}

/** Every book of a library in the order of series and number; with `?includeDeleted=true` deleted ones too. */
export async function listBooks(client: Client, libraryId: string, query = ''): Promise<BookDto[]> {
  const path = `/api/v1/libraries/${libraryId}/books?pageSize=500&${query}`;
  return (await client.get<{ data: BookDto[] }>(path)).body.data;
}

export async function listSeries(client: Client, libraryId: string): Promise<Series[]> {
  const path = `/api/v1/libraries/${libraryId}/series?pageSize=500`;
  return (await client.get<{ data: Series[] }>(path)).body.data;
}

/** The book of this file name. */
export async function getBook(client: Client, libraryId: string, fileName: string): Promise<BookDto> {
  const book = (await listBooks(client, libraryId)).find(({ path }) => path.endsWith(fileName));
  if (!book) throw new Error(`There is no book ${fileName}`);
  return book;
}
