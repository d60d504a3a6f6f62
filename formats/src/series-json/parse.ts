// Parses the series.json that Mylar writes into a series' folder (1.0.2 and earlier shapes).
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { SeriesMetadata, SeriesStatus } from '../metadata.ts';
import { parseAgeRating } from '../values/age-rating.ts';
import { toDefined } from '../values/defined.ts';
import type { JsonObject } from '../values/json.ts';
import { jsonLine, jsonText, parseJsonObject, toJsonObject } from '../values/json.ts';
import { parseLink } from '../values/link.ts';
import { parseWhole } from '../values/number.ts';
import { toPlainText } from '../values/plain-text.ts';

const statuses: ReadonlyMap<string, SeriesStatus> = new Map([
  ['continuing', 'ongoing'],
  ['ended', 'ended'],
]);

/**
 * Returns undefined if the type of the document is not `comicSeries`. Throws FormatError `metadata` if it is
 * too large or not JSON.
 */
export function parseSeriesJson(bytes: Uint8Array, limits: Limits): SeriesMetadata | undefined {
  if (bytes.length > limits.maxDocumentBytes) {
    throw new FormatError('metadata', 'The JSON document is too large', { reason: 'too_large' });
  }
  const series = findSeries(parseJsonObject(new TextDecoder().decode(bytes)));
  if (series === undefined) return undefined;
  const status = statuses.get(jsonLine(series, 'status')?.toLowerCase() ?? '');
  const description = jsonText(series, 'description_text') ?? jsonText(series, 'description_formatted');
  const image = parseLink(jsonText(series, 'comic_image') ?? jsonText(series, 'ComicImage') ?? '');
  const id = parseWhole(jsonText(series, 'comicid') ?? jsonText(series, 'cid') ?? '', 1);
  return toDefined<SeriesMetadata>({
    title: jsonLine(series, 'name'),
    summary: toPlainText(description ?? '', limits.maxTextLength),
    publisher: jsonLine(series, 'publisher'),
    imprint: jsonLine(series, 'imprint'),
    status,
    ageRating: parseAgeRating(jsonText(series, 'age_rating') ?? ''),
    year: parseWhole(jsonText(series, 'year') ?? '', 1000, 2999),
    volume: parseWhole(jsonText(series, 'volume') ?? '', 0),
    formatDetail: jsonLine(series, 'booktype'),
    // The number of a running series is 0 or a guess.
    totalChapterCount: status === 'ended' ? parseWhole(jsonText(series, 'total_issues') ?? '', 1) : undefined,
    identifiers: id === undefined ? [] : [{ scheme: 'comicvine', value: String(id) }],
    coverUrl: image?.url,
  });
}

/** `metadata` is an object, or a list with one object in versions before 1.0.2. */
function findSeries(document: JsonObject | undefined): JsonObject | undefined {
  const metadata = document?.metadata;
  const series = toJsonObject(Array.isArray(metadata) ? metadata[0] : metadata);
  const type = jsonText(series, 'type');
  return type === undefined || type.toLowerCase() === 'comicseries' ? series : undefined;
}
