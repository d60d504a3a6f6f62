// Words about collections and read lists.
import { createCatalogue, useMessages } from '../../../i18n/text.ts';
import { en } from './en.ts';

const words = createCatalogue(en, {
  de: async () => (await import('./de.ts')).de,
  ja: async () => (await import('./ja.ts')).ja,
});

export const useText = () => useMessages(words);
