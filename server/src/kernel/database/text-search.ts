// Full-text search on either database: documents are words made by kernel/text/words.ts, kept in the transaction of
// the change. SQLite looks them up in an FTS5 index, PostgreSQL in a tsvector with a GIN index.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { chunks } from '#kernel/chunks.ts';
import type { Phrase } from '#kernel/text/search-text.ts';
import { fieldGap } from '#kernel/text/words.ts';
import type { Schema } from '#schema/schema.ts';

type Tx = Transaction<Schema>;

export type SearchTableName = 'bookSearch' | 'seriesSearch';

export interface SearchDocument {
  entityId: string;
  /** What it is called; found here it ranks higher. */
  title: readonly string[];
  rest: readonly string[];
}

export interface MatchOptions {
  /** Look only at titles. */
  inTitle?: boolean;
}

export interface TextSearch {
  /** Writes or replaces documents. */
  save(tx: Tx, table: SearchTableName, documents: readonly SearchDocument[]): Promise<void>;
  /**
   * `from` clause of the rows that have all wanted phrases, of which there is one at least, and none of the others:
   * alias `found` with "entityId"; `where` to go with it; `arrival`, the order that costs nothing.
   */
  match(
    table: SearchTableName,
    phrases: WantedPhrases,
    options?: MatchOptions,
  ): { from: RawBuilder<unknown>; where: RawBuilder<unknown>; arrival: RawBuilder<unknown> };
  /**
   * A `select` of the ids of books among which are all whose folded title holds the text; undefined where the database
   * finds them by itself, and for texts that are too short for it.
   */
  titlesHolding(text: string): RawBuilder<unknown> | undefined;
  /** Number of documents with all the wanted phrases, of which there is one at least, and none of the others. */
  count(table: SearchTableName, phrases: WantedPhrases): RawBuilder<number>;
}

export interface WantedPhrases {
  wanted: readonly Phrase[];
  unwanted: readonly Phrase[];
}

const chunkSize = 100;

export const sqliteTextSearch: TextSearch = {
  async save(tx, table, documents) {
    const index = sql.table(`${table}Index`);
    for (const part of chunks(documents, chunkSize)) {
      const ids = part.map((document) => document.entityId);
      await sql`insert into ${sql.table(table)} ("entityId")
        select value from json_each(${JSON.stringify(ids)}) where true on conflict do nothing`.execute(tx);
      const { rows } = await sql<{ key: number; entityId: string }>`
        select key, "entityId" from ${sql.table(table)}
        where "entityId" in (select value from json_each(${JSON.stringify(ids)}))`.execute(tx);
      const keys = new Map(rows.map((row) => [row.entityId, row.key]));
      for (const { entityId, title, rest } of part) {
        const key = keys.get(entityId);
        await sql`insert or replace into ${index} (rowid, title, rest)
          values (${key}, ${title.join(' ')}, ${rest.join(' ')})`.execute(tx);
      }
    }
  },

  match(table, phrases, { inTitle = false } = {}) {
    const query = `${inTitle ? '{title} : ' : ''}${toFtsQuery(phrases)}`;
    const index = sql.table(`${table}Index`);
    return {
      from: sql`${index} join ${sql.table(table)} found on found.key = ${index}.rowid`,
      where: sql`${index} match ${query}`,
      arrival: sql`${index}.rowid`,
    };
  },

  titlesHolding(text) {
    const trigrams = toTrigrams(text);
    if (!trigrams) return undefined;
    const query = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
    return sql`select known."entityId" from "bookLetters" join "bookSearch" known on known.key = "bookLetters".rowid
      where "bookLetters" match ${query}`;
  },

  count(table, phrases) {
    const index = sql.table(`${table}Index`);
    return sql`(select count(*) from ${index} where ${index} match ${toFtsQuery(phrases)})`;
  },
};

/** More of them make the candidates hardly fewer. */
const mostTrigrams = 30;

/** The signs of a text three by three; undefined when there are fewer, or one that ends a text for the index. */
function toTrigrams(text: string): string[] | undefined {
  const signs = [...text];
  if (signs.length < 3 || text.includes('\0')) return undefined;
  const all = signs.slice(2).map((sign, i) => `${signs[i]}${signs[i + 1]}${sign}`);
  return [...new Set(all)].slice(0, mostTrigrams);
}

const toFtsQuery = ({ wanted, unwanted }: WantedPhrases): string =>
  unwanted.length === 0 ? toFts(wanted, 'AND') : `(${toFts(wanted, 'AND')} NOT ${toFts(unwanted, 'OR')})`;

const toFts = (phrases: readonly Phrase[], connective: 'AND' | 'OR'): string =>
  `(${phrases.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? '*' : ''}`).join(` ${connective} `)})`;

export const postgresTextSearch: TextSearch = {
  async save(tx, table, documents) {
    for (const part of chunks(documents, chunkSize)) {
      const rows = part.map((document) => sql`(${document.entityId}::uuid, ${toVector(document)}::tsvector)`);
      await sql`insert into ${sql.table(table)} ("entityId", words) values ${sql.join(rows)}
        on conflict ("entityId") do update set words = excluded.words`.execute(tx);
    }
  },

  match(table, phrases, { inTitle = false } = {}) {
    const query = toTsqueries(phrases, inTitle ? 'A' : '');
    return {
      from: sql`${sql.table(table)} found`,
      where: sql`found.words @@ ${query}::tsquery`,
      arrival: sql`found."entityId"`,
    };
  },

  titlesHolding: () => undefined,

  count(table, phrases) {
    const query = toTsqueries(phrases);
    return sql`(select count(*) from ${sql.table(table)} where words @@ ${query}::tsquery)`;
  },
};

const toTsqueries = ({ wanted, unwanted }: WantedPhrases, weight = ''): string =>
  [
    ...wanted.map((phrase) => toTsquery(phrase, weight)),
    ...unwanted.map((phrase) => `!${toTsquery(phrase)}`),
  ].join(' & ');

function toTsquery({ words, isPrefix }: Phrase, weight = ''): string {
  const lexemes = words.map((word, i) => {
    const flags = `${isPrefix && i === words.length - 1 ? '*' : ''}${weight}`;
    return `'${word}'${flags ? `:${flags}` : ''}`;
  });
  return `(${lexemes.join(' <-> ')})`;
}

/** Positions end at 16,383 there, and one word has 256 of them; both are beyond what documents hold. */
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
