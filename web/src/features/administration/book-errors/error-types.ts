// Each kind of error with its words.
import type { BookErrorType } from '@lectern/contract/values';

export const errorWords = {
  format_detection: ['formatDetection', 'formatDetectionAbout'],
  parser: ['parser', 'parserAbout'],
  metadata: ['metadata', 'metadataAbout'],
  thumbnail: ['thumbnail', 'thumbnailAbout'],
  page_extraction: ['pageExtraction', 'pageExtractionAbout'],
  pdf_rendering: ['pdfRendering', 'pdfRenderingAbout'],
  zero_pages: ['zeroPages', 'zeroPagesAbout'],
  other: ['other', 'otherAbout'],
} as const satisfies Record<BookErrorType, readonly [string, string]>;
