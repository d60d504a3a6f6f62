// Byte ranges of files.
import { read, toUrl } from './call.ts';
import { fetchWithRetry } from './fetch-with-retry.ts';

/**
 * Bytes of a file of the server, from `begin` to before `end`. Throws as `call` does, and RangeError when the server
 * sends anything but that range.
 */
export async function readBytes(
  path: string,
  [begin, end]: readonly [begin: number, end: number],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const response = await fetchWithRetry(toUrl(path), {
    headers: { range: `bytes=${begin}-${end - 1}` },
    signal,
  });
  if (!response.ok) return read(response);
  if (response.status !== 206) {
    await response.body?.cancel();
    throw new RangeError('The server sent another part of the file');
  }
  return new Uint8Array(await response.arrayBuffer());
}
