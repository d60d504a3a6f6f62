// Byte ranges of files.
import { read, toUrl } from './call.ts';
import { fetchWithRetry } from './fetch-with-retry.ts';

/**
 * The bytes of a server file from `begin` to before `end`. Throws the errors of `call`, and RangeError if the response
 * contains another range.
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
