// Each table has a single writer, which its description names: `Written by features/<group>/<feature>.`

import type { Source } from './sources.ts';

export interface Tables {
  /** Text of `schema/schema.ts`: table names and the types of their rows. */
  schema: string;
  /** Texts of `schema/tables/*.ts`. */
  descriptions: readonly string[];
}

const write =
  /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|\b(?:insert into|update|delete from) "?(\w+)"?/g;

const toOwner = (path: string): string =>
  /server\/src\/(features\/[^/]+(?:\/[^/]+(?=\/))?|infrastructure\/[^/]+|catalog)/.exec(path)?.[1] ?? path;

/** Returns the features whose statements write a table. Does not detect table names that are composed at run time. */
function findWriters(sources: readonly Pick<Source, 'path' | 'code'>[]): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>();
  for (const { path, code } of sources) {
    if (path.startsWith('server/src/schema/')) continue;
    for (const match of code.matchAll(write)) {
      const table = match[1] ?? match[2] ?? '';
      writers.set(table, (writers.get(table) ?? new Set()).add(toOwner(path)));
    }
  }
  return writers;
}

/** Returns the declared writers by row type. */
function readDeclared(descriptions: readonly string[]): Map<string, string | undefined> {
  const described = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export interface (\w+Table) /g;
  return new Map(
    descriptions.flatMap((text) =>
      [...text.matchAll(described)].map(([, comment = '', name = '']): [string, string | undefined] => [
        name,
        /Written by ([\w/-]+)\./.exec(comment)?.[1],
      ]),
    ),
  );
}

/**
 * Returns a message for each table with several writers, with a different writer than declared, or without a
 * declaration.
 */
export function findWriterFaults(
  sources: readonly Pick<Source, 'path' | 'code'>[],
  { schema, descriptions }: Tables,
): string[] {
  const writers = findWriters(sources);
  const declared = readDeclared(descriptions);
  return [...schema.matchAll(/^ {2}(\w+): (\w+Table);$/gm)].flatMap(([, table = '', type = '']) => {
    const real = [...(writers.get(table) ?? [])];
    const declaredWriter = declared.get(type);
    if (real.length > 1)
      return [`table ${table} is written by ${real.join(' and ')}: call the public API of one`];
    if (declaredWriter === undefined)
      return [`table ${table} does not name its writer: ${real[0] ?? 'no feature writes it'}`];
    return real[0] === undefined || real[0] === declaredWriter
      ? []
      : [`table ${table} names ${declaredWriter} as its writer, but ${real[0]} writes it`];
  });
}
