// Uses that can turn untrusted input into code, commands, markup, statements or addresses, or leak secrets. Each rule
// names its uses. A use is a danger unless its file is listed with a reason.
import ts from 'typescript';
import { isWritten } from './written.ts';

export interface Rule {
  name: string;
  /** Description of the fault for the reader of the report. */
  message: string;
  matches(node: ts.Node): boolean;
}

const nameOf = (node: ts.Node): string => {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? node.name.text : '';
};
const holderOf = (node: ts.Node): string =>
  ts.isPropertyAccessExpression(node) ? node.expression.getText() : '';

/** Matches calls of a function or method with one of these names. `of` matches the object of the method. */
const isCallOf = (node: ts.Node, names: readonly string[], of?: RegExp): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  names.includes(nameOf(node.expression)) &&
  (of === undefined || of.test(holderOf(node.expression)));

const firstIsWritten = ({ arguments: given }: ts.CallExpression | ts.NewExpression) => isWritten(given?.[0]);

const isAssignmentTo = (node: ts.Node, names: readonly string[]): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  [ts.SyntaxKind.EqualsToken, ts.SyntaxKind.PlusEqualsToken].includes(node.operatorToken.kind) &&
  ts.isPropertyAccessExpression(node.left) &&
  names.includes(node.left.name.text);

/** Exports without effects: they only check or list values. */
const harmless = /^(?:isIP|isIPv4|isIPv6|STATUS_CODES|METHODS)$/;

function isImportOf(node: ts.Node, modules: RegExp): boolean {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return false;
  const { importClause } = node;
  const named = importClause?.namedBindings;
  const taken = named && ts.isNamedImports(named) && !importClause.name ? named.elements : undefined;
  const isIdle =
    importClause?.isTypeOnly ||
    taken?.every(
      ({ isTypeOnly, propertyName, name }) => isTypeOnly || harmless.test((propertyName ?? name).text),
    );
  return !isIdle && modules.test(node.moduleSpecifier.text);
}

const isProperty = (node: ts.Node, name: string): node is ts.PropertyAssignment =>
  ts.isPropertyAssignment(node) && node.name.getText().replace(/['"]/g, '').toLowerCase() === name;

const isTrue = (node: ts.Node) => node.kind === ts.SyntaxKind.TrueKeyword;
const isFalse = (node: ts.Node) => node.kind === ts.SyntaxKind.FalseKeyword;

const secret =
  /(?:^(?:secret|signature|hmac|password)|[a-z](?:Secret|Signature|Hmac|Password)|(?:password|key|token)Hash)$/;
/** Comparisons with these values only reveal whether a secret exists. */
const isPresence = (node: ts.Node) =>
  isWritten(node) || /^(?:undefined|null|true|false)$/.test(node.getText()) || ts.isTypeOfExpression(node);

const comparisons = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken];

export const rules: readonly Rule[] = [
  {
    name: 'code',
    message: 'Executes text as code.',
    matches: (node) =>
      isCallOf(node, ['eval']) ||
      (ts.isNewExpression(node) && nameOf(node.expression) === 'Function') ||
      isImportOf(node, /^(?:node:)?(?:vm|repl|inspector)$/) ||
      (isCallOf(node, ['setTimeout', 'setInterval']) && ts.isStringLiteralLike(node.arguments[0] ?? node)),
  },
  {
    name: 'module',
    message: 'Loads a module whose name is not a constant.',
    matches: (node) =>
      ts.isCallExpression(node) &&
      (node.expression.kind === ts.SyntaxKind.ImportKeyword || nameOf(node.expression) === 'require') &&
      !firstIsWritten(node),
  },
  {
    name: 'process',
    message: 'Starts programs.',
    matches: (node) => isImportOf(node, /^(?:node:)?(?:child_process|cluster)$/),
  },
  {
    name: 'shell',
    message: 'Runs the command in a shell.',
    matches: (node) =>
      isCallOf(node, ['execSync']) || (isProperty(node, 'shell') && !isFalse(node.initializer)),
  },
  {
    // The query builder quotes all names (`sql.ref`, `sql.table`).
    name: 'sql',
    message: 'Builds a statement from text that is not a constant.',
    matches: (node) =>
      (isCallOf(node, ['raw', 'lit', 'literal'], /^sql$/) && !firstIsWritten(node)) ||
      (isCallOf(node, ['prepare', 'pragma', 'exec'], /(?:sqlite|database|connection|raw)$/i) &&
        !firstIsWritten(node)) ||
      (isCallOf(node, ['query'], /(?:pool|client|connection)$/i) && !firstIsWritten(node)),
  },
  {
    name: 'markup',
    message: 'Inserts text as markup.',
    matches: (node) =>
      (isAssignmentTo(node, ['innerHTML', 'outerHTML', 'srcdoc']) && !isWritten(node.right)) ||
      isCallOf(node, [
        'insertAdjacentHTML',
        'createContextualFragment',
        'setHTMLUnsafe',
        'parseHTMLUnsafe',
      ]) ||
      isCallOf(node, ['write', 'writeln'], /document$/) ||
      isCallOf(node, ['parseFromString']) ||
      (ts.isJsxAttribute(node) && /^(?:dangerouslySetInnerHTML|srcDoc)$/.test(node.name.getText())),
  },
  {
    name: 'navigation',
    message: 'Navigates to an address that is not a constant.',
    matches: (node) =>
      (isAssignmentTo(node, ['href', 'location']) && !isWritten(node.right)) ||
      (isCallOf(node, ['assign', 'replace', 'open'], /(?:location|window)$/) && !firstIsWritten(node)) ||
      (ts.isPropertyAssignment(node) &&
        /^['"]?Location['"]?$/.test(node.name.getText()) &&
        !ts.isObjectLiteralExpression(node.initializer) &&
        !isWritten(node.initializer)) ||
      (isCallOf(node, ['redirect'], /reply/) && !firstIsWritten(node)),
  },
  {
    name: 'outward',
    message: 'Sends requests over the network.',
    matches: (node) =>
      isImportOf(node, /^(?:node:)?(?:http|https|http2|net|tls|dgram|dns)(?:\/promises)?$|^undici$/) ||
      isCallOf(node, ['fetch'], /^(?:|globalThis|window|self)$/) ||
      (ts.isNewExpression(node) &&
        /^(?:WebSocket|XMLHttpRequest|EventSource)$/.test(nameOf(node.expression))),
  },
  {
    name: 'certificates',
    message: 'Does not verify certificates.',
    matches: (node) =>
      (isProperty(node, 'rejectunauthorized') && !isTrue(node.initializer)) ||
      isProperty(node, 'checkserveridentity') ||
      (ts.isStringLiteralLike(node) && node.text === 'NODE_TLS_REJECT_UNAUTHORIZED'),
  },
  {
    name: 'weak hash',
    message: 'Uses MD5 or SHA-1, which are not collision resistant.',
    matches: (node) =>
      isCallOf(node, ['createHash', 'createHmac', 'hash']) &&
      node.arguments[0] !== undefined &&
      ts.isStringLiteralLike(node.arguments[0]) &&
      /^(?:md5|md4|sha1|sha-1|ripemd160)$/i.test(node.arguments[0].text),
  },
  {
    name: 'randomness',
    message: 'Uses predictable random numbers.',
    matches: (node) => isCallOf(node, ['random'], /^Math$/) || isCallOf(node, ['pseudoRandomBytes']),
  },
  {
    name: 'timing',
    message: 'Compares a secret in variable time, which reveals a matching prefix.',
    matches: (node) =>
      ts.isBinaryExpression(node) &&
      comparisons.includes(node.operatorToken.kind) &&
      !isPresence(node.left) &&
      !isPresence(node.right) &&
      (secret.test(nameOf(node.left)) || secret.test(nameOf(node.right))),
  },
  {
    name: 'memory',
    message: 'Uses memory with previous content.',
    matches: (node) => isCallOf(node, ['allocUnsafe', 'allocUnsafeSlow']),
  },
  {
    name: 'logged secret',
    message: 'Logs a secret.',
    matches: (node) =>
      isCallOf(node, ['trace', 'debug', 'info', 'warn', 'error', 'fatal'], /log$/i) &&
      node.arguments.some((given) =>
        /\b(?:password|secret|cookie|authorization|accessToken|refreshToken)\b(?!['"\w])/.test(
          given.getText().replace(/'[^']*'|`[^`]*`|"[^"]*"/g, ''),
        ),
      ),
  },
  {
    name: 'messages',
    message: 'Exchanges messages with pages of any origin.',
    matches: (node) =>
      (isCallOf(node, ['postMessage'], /(?:window|parent|opener|top|contentWindow)$/) &&
        node.arguments.some((given) => given.getText() === "'*'")) ||
      (isCallOf(node, ['addEventListener'], /^(?:|window|globalThis|self)$/) &&
        node.arguments[0]?.getText() === "'message'"),
  },
  {
    name: 'escaping',
    message: 'Escapes or removes only the first of these characters.',
    matches: (node) =>
      isCallOf(node, ['replace']) &&
      /^['"`](?:\\?['"`<>&;$|]|\\\\|\.\.\/?)['"`]$/.test(node.arguments[0]?.getText() ?? ''),
  },
  {
    name: 'sharing across origins',
    message: 'Allows pages of other sites to read the response.',
    matches: (node) => ts.isStringLiteralLike(node) && /^access-control-allow-/i.test(node.text),
  },
];
