// Code that only saves lines: spreads of literal objects (`...{ a, b }`) and packed tuples (`const [a, b] = [x, y]`).
import ts from 'typescript';
import type { Source } from './sources.ts';
import { parseSource, visitAll } from './syntax.ts';

/** Returns a message for each spread of a literal object and each packed tuple. */
export function findCompressedCode({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  if (!/\.\.\.\(?\s*\{|\]\s*=|\]:[^=]*=/.test(text)) return [];
  const source = parseSource({ path, text });
  const found: string[] = [];
  const add = (node: ts.Node, remedy: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push(`${path}:${line + 1}: ${remedy}`);
  };
  visitAll(source, (node) => {
    if (isSpreadOfLiteral(node)) add(node, 'spreads a literal object. Write its properties directly');
    if (isPackedDeclaration(node) || isPackedAssignment(node))
      add(node, 'assigns several values in one statement. Write a statement for each');
  });
  return found;
}

const isSpreadOfLiteral = (node: ts.Node): boolean =>
  (ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) &&
  ts.isObjectLiteralExpression(withoutWrappers(node.expression));

/** Returns the expression inside of parentheses, casts and `satisfies`. */
function withoutWrappers(node: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node);
  return isWrapper ? withoutWrappers(node.expression) : node;
}

const isPackedDeclaration = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) &&
  ts.isArrayBindingPattern(node.name) &&
  node.initializer !== undefined &&
  ts.isArrayLiteralExpression(node.initializer);

/** Excludes swaps such as `[a[i], a[j]] = [a[j], a[i]]`. */
function isPackedAssignment(node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  const { left, right } = node;
  if (!ts.isArrayLiteralExpression(left) || !ts.isArrayLiteralExpression(right)) return false;
  const targets = left.elements.map((element) => element.getText());
  const values = right.elements.map((element) => element.getText());
  return !(targets.length === 2 && targets[0] === values[1] && targets[1] === values[0]);
}
