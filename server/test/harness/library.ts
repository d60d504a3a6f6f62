// Creates, scans and reads libraries of a test server through the API.
import { mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import type { Series } from '@lectern/contract/libraries/series';
import { vi } from 'vitest';
import { writeFiles } from '../makers/books.ts';
import type { Client } from './client.ts';
import type { TestServer } from './server.ts';

export interface TestLibrary extends Library {
  /** Library folder, deleted with the server. */
  folder: string;
}

/** Creates a library with these files in a new folder, without scanning it. `settings` are those of the API. */
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
  if (made.status !== 201) throw new Error(`Library was not created: ${made.bytes.toString()}`);
  return { ...made.body, folder };
}

/** Scans until the scan ends, successfully or not. `query`: `mode=deep`, `confirmRemovals=true`. */
export async function scan({ admin }: { admin: Client }, id: string, query = ''): Promise<ScanStatus> {
  const response = await admin.post<ScanStatus>(`/api/v1/libraries/${id}/scan?${query}`);
  if (response.status !== 202) throw new Error(`Scan was not started: ${response.bytes.toString()}`);
  return waitForScan(admin, id);
}

export async function waitForScan(admin: Client, id: string): Promise<ScanStatus> {
  let status: ScanStatus | undefined;
  const look = async () => {
    status = (await admin.get<ScanStatus>(`/api/v1/libraries/${id}/scan-status`)).body;
    return status.completedAt !== null;
  };
  // Book analysis runs at low priority. The timeout of the test is the effective limit.
  await vi.waitUntil(look, { interval: 20, timeout: 180_000 });
  if (!status) throw new Error('No scan found');
  return status;
}

/** Creates a library with these files and scans it. Fails if the scan fails. */
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

/** Returns all books of a library, ordered by series and number; with `?includeDeleted=true` also deleted books. */
export async function listBooks(client: Client, libraryId: string, query = ''): Promise<BookDto[]> {
  const path = `/api/v1/libraries/${libraryId}/books?pageSize=500&${query}`;
  return (await client.get<{ data: BookDto[] }>(path)).body.data;
}

export async function listSeries(client: Client, libraryId: string): Promise<Series[]> {
  const path = `/api/v1/libraries/${libraryId}/series?pageSize=500`;
  return (await client.get<{ data: Series[] }>(path)).body.data;
}

/** Returns the book with this file name. */
export async function getBook(client: Client, libraryId: string, fileName: string): Promise<BookDto> {
  const book = (await listBooks(client, libraryId)).find(({ path }) => path.endsWith(fileName));
  if (!book) throw new Error(`Book ${fileName} not found`);
  return book;
}
