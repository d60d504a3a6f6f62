// Search text of clients, which may contain Lucene expressions (`title:x AND genre:y`). Only their words are searched;
// no input is an error.
import { parseSearchText, type SearchTerms } from '#infrastructure/text/search-text.ts';

/** Undefined without search words. `within` is added unchanged. */
export function toSearchTerms(text: string | null | undefined, within = ''): SearchTerms | undefined {
  return parseSearchText(`${within} ${toPlainWords((text ?? '').slice(0, 500))}`);
}

const fields = [
  'title|isbn|tag|author|writer|penciller|inker|colorist|letterer|cover|editor|translator|release_date|status',
  'deleted|oneshot|publisher|reading_direction|age_rating|language|series_tag|book_tag|genre|sharing_label',
  'total_book_count|book_count|complete|name',
].join('|');
const fieldName = new RegExp(`(^|[\\s(+-])(?:${fields}):(?=\\S)`, 'gi');

/** Removes field names, `AND` and `OR`, weights and wildcards. `NOT word` and `!word` exclude words. */
export const toPlainWords = (text: string): string =>
  text
    .replace(fieldName, '$1')
    .replace(/[*?()[\]{}]/g, ' ')
    .replace(/(^|\s)(?:AND|OR|&&|\|\|)(?=\s|$)/g, '$1')
    .replace(/(^|\s)(?:NOT\s+|!)(?=\S)/g, '$1-')
    .replace(/(^|\s)\+(?=\S)/g, '$1')
    .replace(/[\^~][\d.]{0,6}(?=\s|$)/g, '')
    .trim();
