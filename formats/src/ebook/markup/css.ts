// Filters the CSS of books by allow lists of rules, properties and functions, on the syntax tree of a parser. The lists
// contain no names with escapes, no custom properties, no nested rules and nothing that the parser cannot read.
/// <reference path="./css-tree.d.ts" />
import type { Block, CssNode, Declaration } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';

/** Maps an address to a file of the EPUB. Undefined removes the declaration with the address. */
export type FindAddress = (url: string) => string | undefined;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Properties, with or without one of the prefixes in `prefix`. None loads a file without a function. */
const properties = words(
  'all background background-attachment background-clip background-color background-image background-origin ' +
    'background-position background-repeat background-size border border-block border-block-end border-block-start ' +
    'border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style ' +
    'border-bottom-width border-collapse border-color border-image border-inline border-inline-end border-inline-start ' +
    'border-left border-left-color border-left-style border-left-width border-radius border-right border-right-color ' +
    'border-right-style border-right-width border-spacing border-style border-top border-top-color ' +
    'border-top-left-radius border-top-right-radius border-top-style border-top-width border-width bottom ' +
    'box-decoration-break box-shadow box-sizing break-after break-before break-inside caption-side clear clip color ' +
    'column-break-after column-break-before column-break-inside column-count column-fill column-gap column-rule ' +
    'column-span column-width columns content counter-increment counter-reset direction display empty-cells flex ' +
    'align-content align-items align-self ' +
    'flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family font-feature-settings ' +
    'font-kerning font-size font-size-adjust font-stretch font-style font-variant font-variant-caps ' +
    'font-variant-east-asian font-variant-ligatures font-variant-numeric font-variant-position font-weight gap ' +
    'hanging-punctuation height hyphenate-character hyphens image-orientation initial-letter justify-content left ' +
    'letter-spacing line-break line-height list-style list-style-image list-style-position list-style-type margin ' +
    'margin-block margin-block-end margin-block-start margin-bottom margin-inline margin-inline-end ' +
    'margin-inline-start margin-left margin-right margin-top max-height max-width min-height min-width object-fit ' +
    'object-position opacity orphans outline overflow overflow-wrap padding padding-block padding-block-end ' +
    'padding-block-start padding-bottom padding-inline padding-inline-end padding-inline-start padding-left ' +
    'padding-right padding-top page-break-after page-break-before page-break-inside position quotes right ruby-align ' +
    'ruby-position tab-size table-layout text-align text-align-last text-combine text-combine-upright text-decoration ' +
    'text-decoration-color text-decoration-line text-decoration-style text-decoration-thickness text-emphasis ' +
    'text-emphasis-color text-emphasis-position text-emphasis-style text-indent text-justify text-orientation ' +
    'text-overflow text-shadow text-transform text-underline-offset text-underline-position text-wrap top transform ' +
    'transform-origin unicode-bidi vertical-align visibility white-space widows width word-break word-spacing word-wrap ' +
    'writing-mode z-index size src unicode-range font-display',
);
const prefix = /^-(?:epub|webkit|moz|ms|adobe)-/;

const functions = words(
  'attr calc clamp counter counters format hsl hsla linear-gradient local matrix max min radial-gradient ' +
    'repeating-linear-gradient repeating-radial-gradient rgb rgba rotate scale scalex scaley skew skewx skewy tech ' +
    'translate translatex translatey',
);

const selectorParts = words(
  'SelectorList Selector TypeSelector ClassSelector IdSelector AttributeSelector PseudoClassSelector ' +
    'PseudoElementSelector Combinator Nth AnPlusB Identifier String',
);
const conditionParts = words(
  'AtrulePrelude MediaQueryList MediaQuery Condition Feature FeatureRange Identifier Number Dimension Ratio Operator ' +
    'SelectorList Selector PseudoClassSelector',
);
const valueParts = words(
  'Value Identifier Number Dimension Percentage String Operator Hash UnicodeRange Parentheses Function Url',
);

/** Larger style sheets are dropped. The syntax tree takes about twenty times the memory of the text. */
const maxCharacters = 1024 * 1024;
const noAddress: FindAddress = () => undefined;

/** Filters a style sheet. */
export const filterSheet = (css: string, find: FindAddress = noAddress): string =>
  filter(css, 'stylesheet', (tree) => toRules(tree, find));

/** Filters the declarations of a `style` attribute. */
export const filterStyle = (css: string, find: FindAddress = noAddress): string =>
  filter(css, 'declarationList', (tree) => toDeclarations(tree, find));

function filter(css: string, context: string, toText: (tree: CssNode) => string): string {
  if (css.length > maxCharacters) return '';
  clearTokens(css.length);
  try {
    return toText(parse(css, { context, positions: false, parseCustomProperty: false }));
  } catch (error) {
    // Nested brackets exceeded the stack.
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/**
 * Overwrites the tokens of the previous text, which css-tree 3.2.1 stores and reads: it never returns for unbalanced
 * brackets if the token at the index `length` was an opening bracket.
 */
const clearTokens = (length: number): unknown =>
  parse(';'.repeat(length + 1), { context: 'declarationList', positions: false });

/** The nodes of a style sheet, a block or a list of declarations. */
const childrenOf = (node: CssNode): CssNode[] =>
  'children' in node && node.children ? [...node.children] : [];

function toRules(parent: CssNode, find: FindAddress): string {
  return childrenOf(parent)
    .map((node) => toRule(node, find))
    .filter((rule) => rule !== '')
    .join('\n');
}

function toRule(node: CssNode, find: FindAddress): string {
  if (node.type === 'Rule') return toBlock(textOf(node.prelude, selectorParts), node.block, find);
  if (node.type !== 'Atrule' || !node.block) return '';
  const name = node.name.toLowerCase();
  const prelude = node.prelude ? textOf(node.prelude, conditionParts) : '';
  if (prelude === undefined) return '';
  if (name === 'font-face' && prelude === '') return toBlock('@font-face', node.block, find);
  if (name === 'page') return toBlock(`@page ${prelude}`.trimEnd(), node.block, find);
  if (name !== 'media') return '';
  const rules = toRules(node.block, find);
  return rules === '' ? '' : `@media ${prelude} {\n${rules}\n}`;
}

function toBlock(head: string | undefined, block: Block, find: FindAddress): string {
  if (head === undefined) return '';
  const declarations = toDeclarations(block, find);
  return declarations === '' ? '' : `${head} { ${declarations} }`;
}

function toDeclarations(parent: CssNode, find: FindAddress): string {
  return childrenOf(parent)
    .flatMap((node) => (node.type === 'Declaration' ? (toDeclaration(node, find) ?? []) : []))
    .join('; ');
}

function toDeclaration({ property, value, important }: Declaration, find: FindAddress): string | undefined {
  if (!properties.has(property.toLowerCase().replace(prefix, ''))) return undefined;
  const text = textOf(value, valueParts, find);
  return text ? `${property}: ${text}${important === false ? '' : ' !important'}` : undefined;
}

/** The text of a node that has only parts of these types. Undefined for others. */
function textOf(
  root: CssNode,
  parts: ReadonlySet<string>,
  find: FindAddress = noAddress,
): string | undefined {
  let isAllowed = true;
  walk(root, (node) => {
    if (!parts.has(node.type)) isAllowed = false;
    else if (node.type === 'Function') isAllowed &&= functions.has(node.name.toLowerCase());
    else if (node.type === 'Url') {
      const address = find(node.value);
      if (address === undefined) isAllowed = false;
      else node.value = address;
    }
  });
  return isAllowed ? generate(root) : undefined;
}
