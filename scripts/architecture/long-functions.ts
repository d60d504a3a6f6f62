// A function has at most 50 statements, including those of nested blocks. Nested functions count on their own. Existing
// longer functions are listed with their number of statements, and the list may only shrink.
import ts from 'typescript';
import type { Source } from './sources.ts';
import { parseSource, visitAll } from './syntax.ts';

const maxStatements = 50;

export interface LongFunction {
  /** Path and name of the function. */
  name: string;
  statements: number;
}

export function findLongFunctions({ path, text }: Pick<Source, 'path' | 'text'>): LongFunction[] {
  const source = parseSource({ path, text });
  const found: LongFunction[] = [];
  visitAll(source, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return;
    const statements = countStatements(node.body);
    if (statements > maxStatements) found.push({ name: `${path} ${nameOf(node, source)}`, statements });
  });
  return found;
}

/** Counts neither blocks, which only group statements, nor the statements of nested functions and classes. */
function countStatements(node: ts.Node): number {
  let count = 0;
  ts.forEachChild(node, (child) => {
    if (ts.isStatement(child) && !ts.isBlock(child)) count += 1;
    if (!ts.isFunctionLike(child) && !ts.isClassLike(child)) count += countStatements(child);
  });
  return count;
}

function nameOf(node: ts.SignatureDeclaration, source: ts.SourceFile): string {
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  const title = ts.isCallExpression(parent) ? parent.arguments.find(ts.isStringLiteral) : undefined;
  return (node.name ?? (isNamed ? parent.name : title))?.getText(source) ?? 'without a name';
}

/** Returns a message for each function that is too long, longer than listed, or listed without need. */
export function findLengthFaults(
  found: readonly LongFunction[],
  listed: Readonly<Record<string, number>>,
): string[] {
  const tooLong = found.flatMap(({ name, statements }) => {
    const known = listed[name];
    if (known !== undefined && statements <= known) return [];
    return [`${name}: ${statements} statements, more than ${known ?? maxStatements}. Split the function`];
  });
  const names = new Set(found.map(({ name }) => name));
  const done = Object.keys(listed).filter((name) => !names.has(name));
  return [...tooLong, ...done.map((name) => `${name}: short enough. Remove it from the list`)];
}
