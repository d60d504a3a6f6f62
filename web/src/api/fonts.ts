// The user's uploaded fonts.
import type { Font } from '@lectern/contract/reading/fonts';
import { queryOptions } from '@tanstack/react-query';
import { call, toUrl } from './call.ts';
import { fetchWithRetry } from './fetch-with-retry.ts';

export const ownFonts = queryOptions({
  queryKey: ['fonts'],
  queryFn: async ({ signal }) => (await call('GET /api/v1/user/fonts', {}, { signal })).fonts,
  staleTime: 60_000,
  retry: false,
});

/** File types for the file dialog. */
export const fontFiles = '.woff2,.woff,.ttf,.otf,font/woff2,font/woff,font/ttf,font/otf';

export function addFont(file: File): Promise<Font> {
  const body = new FormData();
  body.set('file', file);
  return call('POST /api/v1/user/fonts', { body });
}

const toFontUrl = (fontId: string): string => toUrl(`api/v1/user/fonts/${fontId}/file`);

export async function readFontFile(fontId: string): Promise<Blob> {
  const answer = await fetchWithRetry(toFontUrl(fontId));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.blob();
}
