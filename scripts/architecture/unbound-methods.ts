// Finds methods that are passed without their object: `list.map(service.show)`, `const { show } = service`. When such a
// method is called, it has no `this`.
import ts from 'typescript';

/** Returns `path:line: expression` for each unbound method of a class of these files. */
export function findUnboundMethods(program: ts.Program, isOurs: (path: string) => boolean): string[] {
  const checker = program.getTypeChecker();
  const isMethod = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.valueDeclaration !== undefined &&
    ts.isMethodDeclaration(symbol.valueDeclaration) &&
    ts.isClassLike(symbol.valueDeclaration.parent) &&
    (ts.getCombinedModifierFlags(symbol.valueDeclaration) & ts.ModifierFlags.Static) === 0 &&
    isOurs(symbol.valueDeclaration.getSourceFile().fileName);
  const found: string[] = [];
  for (const source of program.getSourceFiles()) {
    if (!isOurs(source.fileName)) continue;
    const report = (node: ts.Node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${source.fileName}:${line + 1}: ${node.getText(source)}`);
    };
    (function visit(node: ts.Node) {
      if (ts.isPropertyAccessExpression(node) && !isUsedInPlace(node)) {
        if (isMethod(checker.getSymbolAtLocation(node.name))) report(node);
      } else if (
        ts.isBindingElement(node) &&
        ts.isObjectBindingPattern(node.parent) &&
        !node.dotDotDotToken
      ) {
        const name = node.propertyName ?? node.name;
        const type = checker.getTypeAtLocation(node.parent);
        if (ts.isIdentifier(name) && isMethod(type.getProperty(name.text))) report(node.parent);
      }
      ts.forEachChild(node, visit);
    })(source);
  }
  return found;
}

/** Whether the method is called, or only tested, such as in `service.show?.()` or `if (service.show)`. */
function isUsedInPlace(node: ts.PropertyAccessExpression): boolean {
  const { parent } = node;
  return (
    (ts.isCallExpression(parent) && parent.expression === node) ||
    ts.isTypeQueryNode(parent) ||
    ts.isTypeOfExpression(parent) ||
    (ts.isPropertyAccessExpression(parent) && parent.expression === node)
  );
}
