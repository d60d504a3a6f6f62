// What stands in a search box. Clients of this API may write Lucene expressions (`title:x AND genre:y`): of those the
// words are looked for; nothing that anybody writes is an error.
import { parseSearchText, type SearchTerms } from '#infrastructure/text/search-text.ts';

/** Undefined when there is nothing to look for. `within` is looked for as well, as it stands. */
export function toSearchTerms(text: string | null | undefined, within = ''): SearchTerms | undefined {
  return parseSearchText(`${within} ${toPlainWords((text ?? '').slice(0, 500))}`);
}

const fields = [
  'title|isbn|tag|author|writer|penciller|inker|colorist|letterer|cover|editor|translator|release_date|status',
  'deleted|oneshot|publisher|reading_direction|age_rating|language|series_tag|book_tag|genre|sharing_label',
  'total_book_count|book_count|complete|name',
].join('|');
const fieldName = new RegExp(`(^|[\\s(+-])(?:${fields}):(?=\\S)`, 'gi');

/** Names of fields, `AND` and `OR`, weights and wild cards go; `NOT word` and `!word` are words that are not wanted. */
export const toPlainWords = (text: string): string =>
  text
    .replace(fieldName, '$1')
    .replace(/[*?()[\]{}]/g, ' ')
    .replace(/(^|\s)(?:AND|OR|&&|\|\|)(?=\s|$)/g, '$1')
    .replace(/(^|\s)(?:NOT\s+|!)(?=\S)/g, '$1-')
    .replace(/(^|\s)\+(?=\S)/g, '$1')
    .replace(/[\^~][\d.]{0,6}(?=\s|$)/g, '')
    .trim();
