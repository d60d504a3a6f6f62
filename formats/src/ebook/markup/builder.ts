// Builds well-formed documents out of whatever comes: elements are closed in their order, text is escaped, nothing is nested
// deeper than readers bear. What is only known at the end (where a link leads) is written at the end.
import { ebookLimits, tooLarge } from '../limits.ts';

/** Written when everything is known; undefined leaves the attribute out. */
export type Late = () => string | undefined;
export type BuiltAttributes = Readonly<Record<string, string | Late | undefined>>;

export interface Builder {
  open(name: string, attributes?: BuiltAttributes): void;
  /** Closes the element that was opened last. */
  close(): void;
  /** An element without content. */
  empty(name: string, attributes?: BuiltAttributes): void;
  text(text: string): void;
  /** Characters of markup and text so far. */
  readonly length: number;
  /** Whether any text or picture was written. */
  readonly hasContent: boolean;
  /** What was built, once all is known; closes what is open. */
  finish(): string;
}

type Part = string | Late;

const needsEscape = /[&<>"]/;
const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 does not have them
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function escapeText(text: string): string {
  const clean = text.isWellFormed()
    ? text.replace(unprintable, '')
    : text.toWellFormed().replace(unprintable, '');
  return needsEscape.test(clean) ? clean.replace(/[&<>"]/g, (sign) => escaped[sign] ?? '') : clean;
}

export function createBuilder(): Builder {
  const parts: Part[] = [];
  /** Of open elements; undefined for those that are left out as they lie too deep. */
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

/** An id as XML has it; the same text gives the same id. */
export const toXmlId = (id: string): string =>
  /^[A-Za-z_][\w.-]*$/.test(id)
    ? id
    : `i-${Buffer.from(id.slice(0, 200).toWellFormed()).toString('base64url')}`;
