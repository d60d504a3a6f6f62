// The sort key of titles: stored with the title, compared by bytes by the database.
import { articlesOf } from './articles.ts';
import { fold } from './fold.ts';

/** Maximum code points of a key: with four bytes each it fits an index entry of both databases. */
const maxKeyLength = 512;
/** Only this part of the text is used; later characters cannot change the key. */
const maxTextLength = 2048;

const digitRun = /[0-9]+/g;
const leadingCharacters = /^[^\p{L}\p{N}]+(?=[\p{L}\p{N}])/u;
const aboveSurrogates = /[\ue000-\uffff]/g;

/**
 * Returns a key whose plain comparison is the natural order of titles: ignores case and accents, sorts 2 before 10, and
 * omits the leading article and leading punctuation ("The 10 Tales" sorts as "10 tales", "…and Justice" as "and
 * justice").
 *
 * The order is the same in SQLite (BINARY), in PostgreSQL (collate "C") and of strings in JavaScript: the first two
 * compare UTF-8, the last UTF-16, which differ only for U+E000 to U+FFFF, and the key contains none of these.
 *
 * A run of digits loses its leading zeros and is written after its length in digits, so that a longer number is greater
 * and a number keeps its order among other characters. An article is omitted if white space (or the apostrophe it ends
 * with) and a letter or digit follow: a title that is just "A" or "Die" keeps it, and so does "A - Z". `articles` are
 * folded words, by default the English ones; see `articlesOf`.
 */
export function toSortKey(text: string, options: { articles?: readonly string[] } = {}): string {
  const folded = fold(text.slice(0, maxTextLength));
  const title = withoutArticle(folded.replace(leadingCharacters, ''), options.articles ?? articlesOf());
  const key = title.replace(digitRun, toOrderedDigits).replace(aboveSurrogates, '\ud7ff');
  return cut(key);
}

function withoutArticle(title: string, articles: readonly string[]): string {
  for (const article of articles) {
    const start = article.replace(leadingCharacters, '');
    if (!title.startsWith(start)) continue;
    const rest = title.slice(start.length);
    const glued = article.endsWith("'");
    if (/^ ?[\p{L}\p{N}]/u.test(rest) && (glued || rest.startsWith(' '))) return rest.trimStart();
  }
  return title;
}

/** `7` → `17`, `042` → `242`, `0` → `10`; lengths of 9 and more start with further digits 9. */
function toOrderedDigits(run: string): string {
  const digits = run.replace(/^0+(?=.)/, '');
  const nines = Math.floor((digits.length - 1) / 8);
  return `${'9'.repeat(nines)}${digits.length - nines * 8}${digits}`;
}

function cut(key: string): string {
  if (key.length <= maxKeyLength) return key;
  let length = 0;
  let end = 0;
  while (length < maxKeyLength && end < key.length) {
    end += (key.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    length += 1;
  }
  return key.slice(0, end);
}
