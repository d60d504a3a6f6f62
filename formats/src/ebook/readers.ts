// The readers of text formats other than EPUB. Their books are converted to EPUB when they are opened (convert.ts). A
// reader is loaded when it is first needed.
import type { EbookReader } from './types.ts';

export const loaders = {
  fb2: async () => (await import('./fb2/read.ts')).fictionBookReader,
  mobi: async () => (await import('./mobi/read.ts')).mobiReader,
  zipped: async () => (await import('./html/read.ts')).zippedTextReader,
  plain: async () => (await import('./text/read.ts')).plainReader,
  markdown: async () => (await import('./text/read.ts')).markdownReader,
} as const satisfies Record<string, () => Promise<EbookReader>>;
