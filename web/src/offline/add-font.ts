// Uploads a font of the user, and stores it with the downloaded books for offline use.
import type { Font } from '@lectern/contract/reading/fonts';
import { addFont } from '../api/fonts.ts';
import { refreshAccountData } from './downloads.ts';

export async function addOwnFont(file: File): Promise<Font> {
  const font = await addFont(file);
  void refreshAccountData();
  return font;
}
