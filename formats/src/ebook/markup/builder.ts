// Builds well-formed documents from any input: closes elements in order, escapes text, and limits the nesting. Values that are
// known only at the end (link targets) are resolved at the end.
import { ebookLimits, tooLarge } from '../limits.ts';

/** An attribute value that is resolved at the end. Undefined omits the attribute. */
export type Late = () => string | undefined;
export type BuiltAttributes = Readonly<Record<string, string | Late | undefined>>;

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

export class Builder {
  readonly #parts: Part[] = [];
  /** Names of open elements. Undefined for elements that are omitted because they are nested too deeply. */
  readonly #stack: (string | undefined)[] = [];
  #kept = 0;
  #length = 0;
  #hasContent = false;

  open(name: string, attributes: BuiltAttributes = {}): void {
    const isKept = this.#kept < ebookLimits.maxDepth;
    this.#stack.push(isKept ? name : undefined);
    if (!isKept) return;
    this.#kept += 1;
    this.#writeTag(name, attributes, '>');
  }

  /** Closes the last opened element. */
  close(): void {
    const name = this.#stack.pop();
    if (name === undefined) return;
    this.#kept -= 1;
    this.#write(`</${name}>`);
  }

  /** Writes an element without content. */
  empty(name: string, attributes: BuiltAttributes = {}): void {
    if (name === 'img') this.#hasContent = true;
    this.#writeTag(name, attributes, '/>');
  }

  text(text: string): void {
    if (!this.#hasContent && /\S/.test(text)) this.#hasContent = true;
    this.#write(escapeText(text));
  }

  /** Number of characters of markup and text so far. */
  get length(): number {
    return this.#length;
  }

  /** Whether any text or image has been written. */
  get hasContent(): boolean {
    return this.#hasContent;
  }

  /** Closes open elements, resolves late values and returns the document. */
  finish(): string {
    while (this.#stack.length > 0) this.close();
    return this.#parts.map((part) => (typeof part === 'string' ? part : (part() ?? ''))).join('');
  }

  #write(part: Part) {
    this.#length += typeof part === 'string' ? part.length : 0;
    if (this.#length > 2 * ebookLimits.maxTextBytes) throw tooLarge();
    this.#parts.push(part);
  }

  #writeTag(name: string, attributes: BuiltAttributes, end: string) {
    this.#write(`<${name}`);
    for (const [attribute, value] of Object.entries(attributes)) {
      if (value === undefined) continue;
      if (typeof value === 'string') this.#write(` ${attribute}="${escapeText(value)}"`);
      else
        this.#write(() => {
          const known = value();
          return known === undefined ? '' : ` ${attribute}="${escapeText(known)}"`;
        });
    }
    this.#write(end);
  }
}

/** Returns a valid XML id. Equal texts have equal ids. */
export const toXmlId = (id: string): string =>
  /^[A-Za-z_][\w.-]*$/.test(id)
    ? id
    : `i-${Buffer.from(id.slice(0, 200).toWellFormed()).toString('base64url')}`;
