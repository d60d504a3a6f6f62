// Small changes of a source file. A good test fails after each of them.
import ts from 'typescript';

export interface Mutation {
  /** Line number, starting at 1. */
  line: number;
  start: number;
  end: number;
  /** Replacement for the text from `start` to `end`. */
  text: string;
  /** The expression or statement whose evaluation shows that the mutation is reached. */
  reach: { start: number; end: number; isStatement: boolean };
  /** The code runs once per process, when its module is loaded. */
  isOnLoad: boolean;
}

const operators = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
]);

/** Lists every mutation of a TypeScript source, in the order of the source. */
export function listMutations(source: string): Mutation[] {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true);
  const mutations: Mutation[] = [];
  const add = (node: ts.Node, text: string) => {
    const start = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    const reached =
      ts.isBinaryExpression(node.parent) && node.parent.operatorToken === node ? node.parent : node;
    const reach = {
      start: reached.getStart(file),
      end: reached.end,
      isStatement: ts.isExpressionStatement(reached),
    };
    mutations.push({ line, start, end: node.end, text, reach, isOnLoad: !ts.findAncestor(node, isCalled) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    // The name of a property is not an expression.
    if (ts.isNumericLiteral(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node)
      return;
    mutate(node, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutations.toSorted((a, b) => a.start - b.start);
}

function mutate(node: ts.Node, add: (node: ts.Node, text: string) => void): void {
  if (ts.isBinaryExpression(node)) {
    const operator = operators.get(node.operatorToken.kind);
    if (operator !== undefined) add(node.operatorToken, operator);
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    add(node, node.operand.getText());
  } else if (ts.isNumericLiteral(node)) {
    add(node, `${node.getText()} + 1`);
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) {
    add(node, 'false');
  } else if (node.kind === ts.SyntaxKind.FalseKeyword) {
    add(node, 'true');
  } else if (ts.isConditionalExpression(node)) {
    add(node.condition, `!(${node.condition.getText()})`);
  } else if (ts.isIfStatement(node)) {
    add(node.expression, `!(${node.expression.getText()})`);
  } else if (ts.isExpressionStatement(node)) {
    add(node, ';');
  }
}

const isCalled = (node: ts.Node): boolean => ts.isFunctionLike(node) || ts.isPropertyDeclaration(node);

export const apply = (source: string, { start, end, text }: Mutation): string =>
  source.slice(0, start) + text + source.slice(end);

/** Inserts texts. The positions are those in `source`. */
export const insertAll = (
  source: string,
  insertions: readonly { position: number; text: string }[],
): string =>
  insertions
    .toSorted((a, b) => b.position - a.position)
    .reduce((done, { position, text }) => done.slice(0, position) + text + done.slice(position), source);
