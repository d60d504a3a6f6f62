// Maps ComicBookInfo 1.0, a JSON object in the comment of a zip, to the common shape.
import type { Limits } from '../limits.ts';
import type { Contributor, EmbeddedMetadata } from '../metadata.ts';
import { toDateFields, toPartialDate } from '../values/date.ts';
import { toDefined } from '../values/defined.ts';
import type { JsonObject } from '../values/json.ts';
import { jsonLine, jsonList, jsonText, parseJsonObject, toJsonObject } from '../values/json.ts';
import { parseLanguage } from '../values/language.ts';
import { parseDecimal, parseIssueNumber, parseWhole } from '../values/number.ts';
import { splitPeople } from '../values/people.ts';
import { toPlainText } from '../values/plain-text.ts';
import { parseRole } from '../values/role.ts';
import { maxListItems, toDistinct, toList } from '../values/text.ts';

const key = 'ComicBookInfo/1.0';

/**
 * Returns undefined if the comment is not ComicBookInfo, as most comments are not. Throws FormatError
 * `metadata` if it is ComicBookInfo and malformed.
 */
export function parseComicBookInfo(comment: string, limits: Limits): EmbeddedMetadata | undefined {
  if (!comment.includes(key)) return undefined;
  const info = toJsonObject(parseJsonObject(comment)?.[key]);
  if (info === undefined) return undefined;
  const numberText = jsonLine(info, 'issue');
  const number = numberText === undefined ? undefined : parseIssueNumber(numberText);
  const rating = parseDecimal(jsonText(info, 'rating') ?? '', 0, 5);
  const whole = (name: string, min: number, max?: number) => parseWhole(jsonText(info, name) ?? '', min, max);
  const totalVolumeCount = whole('numberOfVolumes', 1);
  return toDefined<EmbeddedMetadata>({
    source: 'comic_book_info',
    title: jsonLine(info, 'title'),
    summary: toPlainText(jsonText(info, 'comments') ?? '', limits.maxTextLength),
    numberText,
    number,
    volume: whole('volume', 0),
    series: jsonLine(info, 'series'),
    seriesPosition: number,
    seriesTotal: whole('numberOfIssues', 1),
    seriesFacts: totalVolumeCount === undefined ? undefined : { totalVolumeCount },
    authors: toAuthors(info),
    publisher: jsonLine(info, 'publisher'),
    language: parseLanguage(jsonText(info, 'language') ?? ''),
    ...toDateFields(
      toPartialDate(whole('publicationYear', 1000), whole('publicationMonth', 1), whole('publicationDay', 1)),
    ),
    genres: toList(jsonText(info, 'genre') ?? ''),
    tags: toDistinct(jsonList(info, 'tags').filter((tag) => typeof tag === 'string')),
    // Programs write 0 for "not rated".
    communityRating: rating === 0 ? undefined : rating,
  });
}

/** Returns people with their roles. An unknown role becomes contributor. */
function toAuthors(info: JsonObject): Contributor[] {
  const credits = jsonList(info, 'credits').slice(0, maxListItems);
  return credits.flatMap((entry) => {
    const credit = toJsonObject(entry);
    const name = jsonLine(credit, 'person');
    const role = parseRole(jsonText(credit, 'role') ?? '') ?? 'contributor';
    return splitPeople(name ?? '').map((person) => ({ name: person, role }));
  });
}
