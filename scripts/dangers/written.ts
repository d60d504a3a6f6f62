// Determines whether a value is a literal in the program. All other values count as untrusted, so that no path from a
// request to its use can be missed.
import ts from 'typescript';

/** Matches literals, compositions of them, and constants of the same file with such values. */
export function isWritten(node: ts.Node | undefined, depth = 0): boolean {
  if (!node || depth > 8) return false;
  const look = (inner: ts.Node | undefined) => isWritten(inner, depth + 1);
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || ts.isRegularExpressionLiteral(node))
    return true;
  if (ts.isTemplateExpression(node)) return node.templateSpans.every(({ expression }) => look(expression));
  if (ts.isBinaryExpression(node)) return look(node.left) && look(node.right);
  if (ts.isConditionalExpression(node)) return look(node.whenTrue) && look(node.whenFalse);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return look(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(look);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return node.expression.name.text === 'join' && look(node.expression.expression);
  return ts.isIdentifier(node) && look(findConstant(node));
}

/** Returns the value of a top-level constant of the file. */
function findConstant(identifier: ts.Identifier): ts.Expression | undefined {
  const { statements } = identifier.getSourceFile();
  for (const statement of statements) {
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const))
      continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && name.text === identifier.text) return initializer;
  }
  return undefined;
}
