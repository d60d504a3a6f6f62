// Finds the messages that the client uses, by the argument types of `t`. An unused message is a fault, and so is a call
// without the values that its message needs. Uses the TypeScript compiler.
import ts from 'typescript';
import { type Catalogue, toShape } from './catalogues.ts';

/** Returns a message for each fault. `isOurs` selects the program files that may call `t`. */
export function findUsageFaults(
  program: ts.Program,
  english: Catalogue,
  isOurs: (path: string) => boolean,
): string[] {
  const checker = program.getTypeChecker();
  const keys = new Set(Object.keys(english));
  const used = new Set<string>();
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && keys.has(node.text)) used.add(node.text);
    if (ts.isCallExpression(node) && isTranslate(node, checker)) {
      const given = listKeys(node, checker).filter((key) => keys.has(key));
      // Skips arguments that can be any key: the tables that define such keys contain them as literals.
      if (given.length < keys.size)
        for (const key of given) {
          used.add(key);
          const lacking = findLacking(node, english[key] ?? '', checker);
          if (lacking.length > 0)
            faults.push(`${toPlace(node)}: “${key}” is not given ${lacking.join(', ')}`);
        }
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) if (isOurs(file.fileName)) visit(file);
  const unused = [...keys].filter((key) => !used.has(key));
  return [...faults, ...unused.map((key) => `en.json: nothing uses “${key}”`)];
}

/** Returns whether the called function has the type `Translate`. */
function isTranslate(call: ts.CallExpression, checker: ts.TypeChecker): boolean {
  const parent = checker.getResolvedSignature(call)?.declaration?.parent;
  return parent !== undefined && ts.isTypeAliasDeclaration(parent) && parent.name.text === 'Translate';
}

function listKeys({ arguments: [key] }: ts.CallExpression, checker: ts.TypeChecker): string[] {
  if (!key) return [];
  const type = checker.getTypeAtLocation(key);
  const known = checker.getBaseConstraintOfType(type) ?? type;
  return (known.isUnion() ? known.types : [known]).flatMap((member) =>
    member.isStringLiteral() ? [member.value] : [],
  );
}

/** Returns the placeholders without a value in the call. Empty if the call passes on arbitrary values. */
function findLacking(
  { arguments: [, values] }: ts.CallExpression,
  message: string,
  checker: ts.TypeChecker,
): string[] {
  const type = values && checker.getTypeAtLocation(values);
  if (type && checker.getIndexTypeOfType(type, ts.IndexKind.String)) return [];
  const given = new Set(type?.getProperties().map(({ name }) => name));
  return [...toShape(message).names].filter((name) => !given.has(name));
}

function toPlace(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
