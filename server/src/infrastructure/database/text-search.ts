// Full-text search on either database. Documents are words from infrastructure/text/words.ts, written in the
// transaction of the change. SQLite looks them up in an FTS5 index, PostgreSQL in a tsvector with a GIN index.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { chunks } from '#infrastructure/chunks.ts';
import { fieldGap } from '#infrastructure/text/document-words.ts';
import type { Phrase } from '#infrastructure/text/search-text.ts';
import type { Schema } from '#schema/schema.ts';

type Tx = Transaction<Schema>;

/** Tables whose rows are searched. */
type Searched = 'book' | 'series';

export interface SearchDocument {
  entityId: string;
  /** Matches in the title rank higher. */
  title: readonly string[];
  rest: readonly string[];
}

export interface TextSearch {
  /** Writes or replaces documents. */
  save(tx: Tx, searched: Searched, documents: readonly SearchDocument[]): Promise<void>;
  /**
   * Returns the `from` clause of rows that contain all wanted phrases, at least one, and none of the unwanted ones; the
   * matching `where`; and `arrival`, an order without extra cost.
   */
  match(
    searched: Searched,
    phrases: WantedPhrases,
  ): { from: RawBuilder<unknown>; where: RawBuilder<unknown>; arrival: RawBuilder<unknown> };
  /** A condition that a row contains the phrases. */
  isFound(searched: Searched, phrases: WantedPhrases): RawBuilder<unknown>;
  /** A condition that a row found by `match` contains all wanted phrases in its title. */
  isInTitle(searched: Searched, wanted: readonly Phrase[]): RawBuilder<unknown>;
  /**
   * A condition that holds for all books whose folded title contains the text, and few others; undefined if the
   * database finds them itself, and for texts that are too short.
   */
  mayHold(text: string): RawBuilder<unknown> | undefined;
  /** Counts documents with all wanted phrases, at least one, and none of the unwanted ones. */
  count(searched: Searched, phrases: WantedPhrases): RawBuilder<number>;
}

interface WantedPhrases {
  wanted: readonly Phrase[];
  unwanted: readonly Phrase[];
}

const chunkSize = 100;

const toIndex = (searched: Searched) => sql.table(`${searched}SearchIndex`);
const toNumber = (searched: Searched) => sql.ref(`${searched}.rowNumber`);

function isMatching(searched: Searched, query: string): RawBuilder<unknown> {
  const index = toIndex(searched);
  return sql`${toNumber(searched)} in (select rowid from ${index} where ${index} match ${query})`;
}

/** Documents have the row numbers of their rows. */
export const sqliteTextSearch: TextSearch = {
  async save(tx, searched, documents) {
    for (const part of chunks(documents, chunkSize)) {
      const ids = part.map((document) => document.entityId);
      const { rows } = await sql<{ rowNumber: number; id: string }>`
        select "rowNumber", id from ${sql.table(searched)}
        where id in (select value from json_each(${JSON.stringify(ids)}))`.execute(tx);
      const numbers = new Map(rows.map((row) => [row.id, row.rowNumber]));
      for (const { entityId, title, rest } of part) {
        const rowNumber = numbers.get(entityId);
        if (rowNumber === undefined) continue;
        await sql`insert or replace into ${toIndex(searched)} (rowid, title, rest)
          values (${rowNumber}, ${title.join(' ')}, ${rest.join(' ')})`.execute(tx);
      }
    }
  },

  match(searched, phrases) {
    const index = toIndex(searched);
    return {
      from: sql`${index} join ${sql.table(searched)} on ${toNumber(searched)} = ${index}.rowid`,
      where: sql`${index} match ${toFtsQuery(phrases)}`,
      arrival: sql`${index}.rowid`,
    };
  },

  isFound: (searched, phrases) => isMatching(searched, toFtsQuery(phrases)),

  isInTitle: (searched, wanted) => isMatching(searched, `{title} : ${toFtsQuery({ wanted, unwanted: [] })}`),

  mayHold(text) {
    const trigrams = toTrigrams(text);
    if (!trigrams) return undefined;
    const query = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
    return sql`${toNumber('book')} in (select rowid from "bookLetters" where "bookLetters" match ${query})`;
  },

  count(searched, phrases) {
    const index = toIndex(searched);
    return sql`(select count(*) from ${index} where ${index} match ${toFtsQuery(phrases)})`;
  },
};

/** More trigrams hardly reduce the candidates. */
const maxTrigrams = 30;

/**
 * The trigrams of a text; undefined if the text is too short or contains a character that ends a text for the index.
 */
function toTrigrams(text: string): string[] | undefined {
  const characters = [...text];
  if (characters.length < 3 || text.includes('\0')) return undefined;
  const all = characters.slice(2).map((sign, i) => `${characters[i]}${characters[i + 1]}${sign}`);
  return [...new Set(all)].slice(0, maxTrigrams);
}

const toFtsQuery = ({ wanted, unwanted }: WantedPhrases): string =>
  unwanted.length === 0 ? toFts(wanted, 'AND') : `(${toFts(wanted, 'AND')} NOT ${toFts(unwanted, 'OR')})`;

const toFts = (phrases: readonly Phrase[], connective: 'AND' | 'OR'): string =>
  `(${phrases.map(toFtsPhrase).join(` ${connective} `)})`;

function toFtsPhrase({ words, isPrefix, others = [] }: Phrase): string {
  const forms = [words, ...others].map((form) => `"${form.join(' ')}"${isPrefix ? '*' : ''}`);
  return forms.length === 1 ? forms.join('') : `(${forms.join(' OR ')})`;
}

const toDocuments = (searched: Searched) => sql.table(`${searched}Search`);

export const postgresTextSearch: TextSearch = {
  async save(tx, searched, documents) {
    for (const part of chunks(documents, chunkSize)) {
      const rows = part.map((document) => sql`(${document.entityId}::uuid, ${toVector(document)}::tsvector)`);
      await sql`insert into ${toDocuments(searched)} ("entityId", words) values ${sql.join(rows)}
        on conflict ("entityId") do update set words = excluded.words`.execute(tx);
    }
  },

  match: (searched, phrases) => ({
    from: sql`${toDocuments(searched)} found
      join ${sql.table(searched)} on ${sql.ref(`${searched}.id`)} = found."entityId"`,
    where: sql`found.words @@ ${toTsqueries(phrases)}::tsquery`,
    arrival: sql`found."entityId"`,
  }),

  isFound: (searched, phrases) => sql`${sql.ref(`${searched}.id`)} in (
    select one."entityId" from ${toDocuments(searched)} one where one.words @@ ${toTsqueries(phrases)}::tsquery)`,

  isInTitle: (_, wanted) => sql`found.words @@ ${toTsqueries({ wanted, unwanted: [] }, 'A')}::tsquery`,

  mayHold: () => undefined,

  count(searched, phrases) {
    const query = toTsqueries(phrases);
    return sql`(select count(*) from ${toDocuments(searched)} where words @@ ${query}::tsquery)`;
  },
};

const toTsqueries = ({ wanted, unwanted }: WantedPhrases, weight = ''): string =>
  [
    ...wanted.map((phrase) => toTsquery(phrase, weight)),
    ...unwanted.map((phrase) => `!${toTsquery(phrase)}`),
  ].join(' & ');

function toTsquery({ words, isPrefix, others = [] }: Phrase, weight = ''): string {
  const forms = [words, ...others].map((form) => {
    const lexemes = form.map((word, i) => {
      const flags = `${isPrefix && i === form.length - 1 ? '*' : ''}${weight}`;
      return `'${word}'${flags ? `:${flags}` : ''}`;
    });
    return `(${lexemes.join(' <-> ')})`;
  });
  return forms.length === 1 ? forms.join('') : `(${forms.join(' | ')})`;
}

/** PostgreSQL limits positions to 16,383 and a word to 256 of them. Documents stay below both limits. */
function toVector({ title, rest }: SearchDocument): string {
  const places = new Map<string, string[]>();
  let position = 0;
  const add = (words: readonly string[], weight: string) => {
    position += 1;
    for (const word of words) {
      position += 1;
      if (word === fieldGap) continue;
      const at = places.get(word);
      if (at) at.push(`${position}${weight}`);
      else places.set(word, [`${position}${weight}`]);
    }
  };
  add(title, 'A');
  add(rest, '');
  return [...places].map(([word, at]) => `'${word}':${at.slice(0, 255).join(',')}`).join(' ');
}
