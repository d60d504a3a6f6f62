// Parses HTML and XML, also malformed, into a stream of events. Does not fetch resources, ignores entities that the document
// declares, and limits the number of open elements.
import { Parser } from 'htmlparser2';
import { ebookLimits, tooDeep, tooLarge } from '../limits.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface Walker {
  /** Names are in lower case in HTML, and unchanged in XML. */
  open(name: string, attributes: Attributes): void;
  text(text: string): void;
  /** Called for every opened element, in order. */
  close(name: string): void;
}

interface WalkOptions {
  isXml?: boolean;
  /** Ends the walk when it returns true. */
  isDone?(): boolean;
}

/** Characters that are parsed between two calls of `isDone`. */
const stepLength = 2_000;

/** Throws FormatError `parser`: too_deep, too_large. */
export function walkMarkup(
  markup: string,
  walker: Walker,
  { isXml = false, isDone }: WalkOptions = {},
): void {
  let open = 0;
  let elements = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open += 1;
        elements += 1;
        if (open > ebookLimits.maxOpen) throw tooDeep();
        if (elements > ebookLimits.maxElements) throw tooLarge();
        walker.open(name, attributes);
      },
      ontext: (text) => walker.text(text),
      onclosetag(name) {
        open -= 1;
        walker.close(name);
      },
    },
    { xmlMode: isXml, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  const end = isDone ? stepLength : markup.length;
  parser.write(markup.slice(0, end));
  for (let at = end; at < markup.length && !isDone?.(); at += stepLength)
    parser.write(markup.slice(at, at + stepLength));
  parser.end();
}

export interface MarkupElement {
  /** Name without prefix. */
  name: string;
  attributes: Attributes;
  children: (MarkupElement | string)[];
}

const isElement = (child: MarkupElement | string): child is MarkupElement => typeof child !== 'string';

export const childrenOf = (parent: MarkupElement | undefined, name: string): MarkupElement[] =>
  parent ? parent.children.filter(isElement).filter((child) => child.name === name) : [];

/** Returns the first descendant of `parent` with a name. */
export function findElement(parent: MarkupElement | undefined, name: string): MarkupElement | undefined {
  for (const child of parent?.children.filter(isElement) ?? []) {
    const found = child.name === name ? child : findElement(child, name);
    if (found) return found;
  }
  return undefined;
}

export const textWithin = (element: MarkupElement | undefined): string =>
  (element?.children ?? []).map((child) => (isElement(child) ? textWithin(child) : child)).join('');

/** Returns the attribute with a local name, with any prefix. */
export function findAttribute(attributes: Attributes, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name];
  const key = Object.keys(attributes).find(
    (attribute) => attribute.endsWith(`:${name}`) && !attribute.startsWith('xmlns:'),
  );
  return key === undefined ? undefined : attributes[key];
}
