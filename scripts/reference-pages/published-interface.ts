// Compares the operations of the API with the published interface.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nouns } from '../../contract/src/nouns.ts';
import type { RouteDescription } from '../../contract/src/route.ts';
import { toCodes } from './table.ts';

interface Group {
  name: string;
  /** The replacement of missing operations. */
  instead: string;
  operations: string[];
}

const toKey = (operation: string): string => operation.replace(/\{\w+\}/g, '{}');

function readGroups(): Group[] {
  const text = readFileSync(join(import.meta.dirname, 'published-interface.txt'), 'utf8');
  const [, ...parts] = text.split(/^## /m);
  return parts.map((part) => {
    const [title = '', ...operations] = part.trim().split('\n');
    const [name = '', instead = ''] = title.split(/: (.*)/);
    return { name, instead, operations };
  });
}

/** Returns the number of published operations that exist, and a list of the others. Throws if a reason is missing. */
export function toPublished(): string {
  const existing = new Set(
    nouns.flatMap(({ table }) =>
      Object.values<RouteDescription>(table).map(({ method, path }) => toKey(`${method} ${path}`)),
    ),
  );
  const groups = readGroups().map(({ operations, ...group }) => {
    const missing = operations.filter((operation) => !existing.has(toKey(operation)));
    if (missing.length > 0 !== (group.instead !== ''))
      throw new Error(
        `published-interface.txt: ${group.name} needs a reason exactly if operations are missing`,
      );
    return { ...group, missing, total: operations.length };
  });
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const total = sum(groups.map((group) => group.total));
  const missing = sum(groups.map((group) => group.missing.length));
  const items = groups.map((group) => {
    const missing = toCodes(group.missing.map((operation) => operation.replace(' /api/v1', ' ')));
    const count = `**${group.name}** (${group.total - group.missing.length} of ${group.total})`;
    return missing === '' ? `- ${count}.` : `- ${count}. ${group.instead} Missing: ${missing}.`;
  });
  return `${total - missing} of ${total} operations exist.\n\n${items.join('\n')}`;
}
