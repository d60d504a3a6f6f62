// Builds well-formed documents from any input: closes elements in order, escapes text, and limits the nesting. Values that are
// known only at the end (link targets) are resolved at the end.
import { ebookLimits, tooLarge } from '../limits.ts';

/** An attribute value that is resolved at the end. Undefined omits the attribute. */
export type Late = () => string | undefined;
export type BuiltAttributes = Readonly<Record<string, string | Late | undefined>>;

export interface Builder {
  open(name: string, attributes?: BuiltAttributes): void;
  /** Closes the last opened element. */
  close(): void;
  /** Writes an element without content. */
  empty(name: string, attributes?: BuiltAttributes): void;
  text(text: string): void;
  /** Number of characters of markup and text so far. */
  readonly length: number;
  /** Whether any text or image has been written. */
  readonly hasContent: boolean;
  /** Closes open elements, resolves late values and returns the document. */
  finish(): string;
}

type Part = string | Late;

const needsEscape = /[&<>"]/;
const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these characters
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function escapeText(text: string): string {
  const clean = text.isWellFormed()
    ? text.replace(unprintable, '')
    : text.toWellFormed().replace(unprintable, '');
  return needsEscape.test(clean) ? clean.replace(/[&<>"]/g, (sign) => escaped[sign] ?? '') : clean;
}

export function createBuilder(): Builder {
  const parts: Part[] = [];
  /** Names of open elements. Undefined for elements that are omitted because they are nested too deeply. */
  const stack: (string | undefined)[] = [];
  let kept = 0;
  let length = 0;
  let hasContent = false;
  const write = (part: Part) => {
    length += typeof part === 'string' ? part.length : 0;
    if (length > 2 * ebookLimits.maxTextBytes) throw tooLarge();
    parts.push(part);
  };
  const writeTag = (name: string, attributes: BuiltAttributes, end: string) => {
    write(`<${name}`);
    for (const [attribute, value] of Object.entries(attributes)) {
      if (value === undefined) continue;
      if (typeof value === 'string') write(` ${attribute}="${escapeText(value)}"`);
      else
        write(() => {
          const known = value();
          return known === undefined ? '' : ` ${attribute}="${escapeText(known)}"`;
        });
    }
    write(end);
  };
  return {
    open(name, attributes = {}) {
      const isKept = kept < ebookLimits.maxDepth;
      stack.push(isKept ? name : undefined);
      if (!isKept) return;
      kept += 1;
      writeTag(name, attributes, '>');
    },
    close() {
      const name = stack.pop();
      if (name === undefined) return;
      kept -= 1;
      write(`</${name}>`);
    },
    empty(name, attributes = {}) {
      if (name === 'img') hasContent = true;
      writeTag(name, attributes, '/>');
    },
    text(text) {
      if (!hasContent && /\S/.test(text)) hasContent = true;
      write(escapeText(text));
    },
    get length() {
      return length;
    },
    get hasContent() {
      return hasContent;
    },
    finish() {
      while (stack.length > 0) this.close();
      return parts.map((part) => (typeof part === 'string' ? part : (part() ?? ''))).join('');
    },
  };
}

/** Returns a valid XML id. Equal texts have equal ids. */
export const toXmlId = (id: string): string =>
  /^[A-Za-z_][\w.-]*$/.test(id)
    ? id
    : `i-${Buffer.from(id.slice(0, 200).toWellFormed()).toString('base64url')}`;
