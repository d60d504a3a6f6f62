// A function has at most 50 statements, including those of nested blocks. Nested functions are counted separately.
import ts from 'typescript';
import type { Source } from './sources.ts';
import { parseSource, visitAll } from './syntax.ts';

const maxStatements = 50;

/** Returns a message for each function that is too long. */
export function findLongFunctions({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  const source = parseSource({ path, text });
  const found: string[] = [];
  visitAll(source, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return;
    const statements = countStatements(node.body);
    if (statements > maxStatements)
      found.push(
        `${path} ${nameOf(node, source)}: ${statements} statements, more than ${maxStatements}. Split the function`,
      );
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
