import { expect, test } from 'vitest';
import { maxPreviewSeries, toScanPreview } from './preview.ts';
import { compileStrategy } from './strategies/compile-strategy.ts';

const { compare } = new Intl.Collator('en', { numeric: true });

function preview(
  paths: Iterable<string>,
  strategy: 'series_folder' | 'publisher_hierarchy' = 'series_folder',
) {
  const made = compileStrategy(strategy, null);
  if (!made.ok) throw new Error('refused');
  return toScanPreview({ paths, rootName: 'Comics', assignBook: made.assignBook, compare });
}

test('a preview lists series with folder, count and first books in natural order', () => {
  const paths = [
    'Saga 10/10.cbz',
    'Saga 2/b.cbz',
    ...Array.from({ length: 12 }, (_, i) => `Batman (2016)/${12 - i}.cbz`),
  ];
  expect(preview(paths)).toEqual({
    totalFiles: 14,
    detectedSeries: [
      {
        name: 'Batman',
        path: 'Batman (2016)',
        bookCount: 12,
        sampleBooks: ['1.cbz', '2.cbz', '3.cbz', '4.cbz', '5.cbz'],
        metadata: { year: 2016 },
      },
      { name: 'Saga 2', path: 'Saga 2', bookCount: 1, sampleBooks: ['b.cbz'] },
      { name: 'Saga 10', path: 'Saga 10', bookCount: 1, sampleBooks: ['10.cbz'] },
    ],
  });
});

test('an empty folder has no series', () => {
  expect(preview([])).toEqual({ totalFiles: 0, detectedSeries: [] });
});

test('counts all files and lists at most a thousand series', () => {
  function* paths() {
    for (let i = 0; i < 3000; i++) yield `Series ${i}/1.cbz`;
  }
  const { totalFiles, detectedSeries } = preview(paths());
  expect(totalFiles).toBe(3000);
  expect(detectedSeries).toHaveLength(maxPreviewSeries);
  expect(detectedSeries.at(-1)?.name).toBe('Series 999');
});

test('includes the publisher of a hierarchy', () => {
  expect(preview(['Marvel/X-Men/1.cbz'], 'publisher_hierarchy').detectedSeries[0]?.metadata).toEqual({
    publisher: 'Marvel',
  });
});

test('passes metadata of files to the strategy', () => {
  const made = compileStrategy('flat', null);
  if (!made.ok) throw new Error('refused');
  const { detectedSeries } = toScanPreview({
    paths: ['x.cbz'],
    rootName: 'Comics',
    assignBook: made.assignBook,
    compare,
    metadataOf: (path) => ({ series: `Series of ${path}` }),
  });
  expect(detectedSeries[0]?.name).toBe('Series of x.cbz');
});
