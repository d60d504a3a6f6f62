// Predicts the series that a scan would find, from file names only (preview-scan). Pure.
import { toLastName } from '#infrastructure/files/names.ts';
import type { AssignBook, StrategyMetadata } from './strategies/strategy.ts';

interface PreviewSeries {
  name: string;
  /** Folder relative to the root, '' for the root; null for a series without a folder. */
  path: string | null;
  bookCount: number;
  /** The first file names in natural order. */
  sampleBooks: string[];
  metadata?: { publisher?: string; year?: number };
}

export interface ScanPreview {
  totalFiles: number;
  detectedSeries: PreviewSeries[];
}

export interface PreviewRequest {
  /** Relative to the root, '/'-separated. */
  paths: Iterable<string>;
  rootName: string;
  assignBook: AssignBook;
  /** Compares names in natural order. */
  compare(a: string, b: string): number;
  /** Metadata of a file, if the strategy needs it and it was read. */
  metadataOf?(path: string): StrategyMetadata | undefined;
}

/** Maximum number of series in a response, and of samples per series. */
export const maxPreviewSeries = 1000;
const maxPreviewSamples = 5;

interface Gathered {
  series: PreviewSeries;
  samples: string[];
}

/**
 * Assigns every file and lists the series in natural order. Counts all files and returns at most 1,000 series. Memory
 * depends on the number of series, not of files.
 */
export function toScanPreview({
  paths,
  rootName,
  assignBook,
  compare,
  metadataOf,
}: PreviewRequest): ScanPreview {
  const bySeries = new Map<string, Gathered>();
  let totalFiles = 0;
  for (const path of paths) {
    totalFiles += 1;
    const { seriesKey, seriesName, seriesPath, publisher, year } = assignBook(path, {
      rootName,
      metadata: metadataOf?.(path),
    });
    const metadata = { ...(publisher !== undefined && { publisher }), ...(year !== undefined && { year }) };
    const gathered = bySeries.get(seriesKey) ?? {
      series: {
        name: seriesName,
        path: seriesPath,
        bookCount: 0,
        sampleBooks: [],
        ...(Object.keys(metadata).length > 0 && { metadata }),
      },
      samples: [],
    };
    gathered.series.bookCount += 1;
    keepFirst(gathered.samples, toLastName(path), compare);
    bySeries.set(seriesKey, gathered);
  }
  const detectedSeries = [...bySeries.values()]
    .map(({ series, samples }) => ({ ...series, sampleBooks: samples }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.path ?? '', b.path ?? ''))
    .slice(0, maxPreviewSeries);
  return { totalFiles, detectedSeries };
}

/** Inserts a name into the short sorted list of first names. */
function keepFirst(samples: string[], name: string, compare: PreviewRequest['compare']): void {
  let at = samples.length;
  while (at > 0 && compare(samples[at - 1] ?? '', name) > 0) at -= 1;
  samples.splice(at, 0, name);
  samples.length = Math.min(samples.length, maxPreviewSamples);
}
