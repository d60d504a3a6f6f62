// The readers of formats of text beside EPUB: each book becomes an EPUB when it is opened (convert.ts). What reads a format is
// loaded when there is a book of it.
import type { EbookReader } from './types.ts';

export const loaders = {
  fb2: async () => (await import('./fb2/read.ts')).fictionBookReader,
  mobi: async () => (await import('./mobi/read.ts')).mobiReader,
  zipped: async () => (await import('./html/read.ts')).zippedTextReader,
  plain: async () => (await import('./text/read.ts')).plainReader,
  markdown: async () => (await import('./text/read.ts')).markdownReader,
} as const satisfies Record<string, () => Promise<EbookReader>>;
