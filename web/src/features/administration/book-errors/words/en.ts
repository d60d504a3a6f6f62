// Words of books that could not be read.
export const en = {
  title: 'Book errors',
  about: 'Files that could not be read, by what is wrong with them. Nothing of them is changed.',
  none: 'Every book could be read',
  total: '{count, plural, one {# book has errors} other {# books have errors}}',
  retryAll: 'Try all again',
  retryType: 'Try these again',
  retryTypeNamed: 'Try these again: {name}',
  retry: 'Try again',
  retryNamed: 'Try again: {name}',
  started:
    '{count, plural, =0 {There was nothing to do} one {# task is started} other {# tasks are started}}',
  counted: '{name} ({count})',
  formatDetection: 'Unknown kind of file',
  formatDetectionAbout:
    'The file is not what its name says, or of a kind that Lectern does not read, such as 7z. Often the download broke off, or the ending is wrong.',
  parser: 'Broken file',
  parserAbout:
    'The archive or document is damaged or encrypted. Get it again, or save it anew without a password.',
  metadata: 'Unreadable metadata',
  metadataAbout: 'The book can be read, but its ComicInfo or other metadata cannot. It is filed by its name.',
  thumbnail: 'No cover',
  thumbnailAbout: 'No small picture could be made of the first page. The book can be read all the same.',
  pageExtraction: 'Unreadable page',
  pageExtractionAbout: 'At least one page is damaged or no picture that is known. The others can be read.',
  pdfRendering: 'PDF page not drawn',
  pdfRenderingAbout: 'A page of the PDF could not be drawn, or took too long.',
  zeroPages: 'No pages',
  zeroPagesAbout: 'There is no picture or text in the file. It may be a backup or a wrong download.',
  other: 'Something else',
  otherAbout: 'The message says what happened: often a file that was in use, or a disk that went away.',
} as const;
