// Saves text generated in the browser as files.
import { saveBlob } from '../save-blob.ts';

/** Offers a text as a download. */
export const downloadText = (name: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: 'text/markdown;charset=utf-8' }));
