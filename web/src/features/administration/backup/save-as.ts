// Saves a file that the server generates; an error is thrown instead of being saved.
import { ApiError } from '../../../api/call.ts';

const findName = (header: string | null): string | undefined => /filename="([^"]+)"/.exec(header ?? '')?.[1];

/** Resolves with the size in bytes. Throws ApiError. */
export async function saveAs(url: string, fallbackName: string): Promise<number> {
  const response = await fetch(url, { method: 'POST' });
  if (!response.ok) throw new ApiError(response.status, await response.json());
  const blob = await response.blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = findName(response.headers.get('content-disposition')) ?? fallbackName;
  link.click();
  URL.revokeObjectURL(link.href);
  return blob.size;
}
