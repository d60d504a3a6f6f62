// Limits the nesting of Markdown before it is parsed, because the parser is recursive and takes quadratic time.

/** Maximum columns of the quote and list markers and of the indent at the beginning of a line. */
const maxPrefixLength = 80;
/** Maximum number of emphases that are open at the same time in a block. */
const maxEmphases = 20;
/** The parser looks ahead in words without end, because they may be an address. */
const longWord = /[\w.!$%&'+/=?{}^@]{2000}/g;

const prefix = /^(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/;
const emphasis = /(?<!\\)(?:\*+|_+|~+)/g;
const boundary = /^[\s\p{P}\p{S}]?$/u;

/** Removes markers of deeper levels. Their text becomes part of the deepest allowed level. */
export function limitNesting(text: string): string {
  const counter = new EmphasisCounter();
  return text
    .split('\n')
    .map((line) => {
      const [markers = ''] = prefix.exec(line) ?? [];
      const rest = line.slice(markers.length);
      const limited = counter.limit(rest.replace(longWord, '$& '));
      const columns = markers.replaceAll('\t', '    ');
      return (columns.length > maxPrefixLength ? columns.slice(0, maxPrefixLength) : markers) + limited;
    })
    .join('\n');
}

/** Escapes emphases that begin inside too many others. A blank line ends all. */
class EmphasisCounter {
  #open = 0;

  limit(line: string): string {
    if (line.trim() === '') this.#open = 0;
    return line.replace(emphasis, (sign, at: number) => {
      const before = line[at - 1] ?? '';
      const after = line[at + sign.length] ?? '';
      // CommonMark 0.31, section 6.2. In a word, a run closes an emphasis before it can open one.
      const isOpening = /\S/.test(after) && boundary.test(before);
      if (!isOpening) this.#open = Math.max(0, this.#open - 1);
      else if (this.#open < maxEmphases) this.#open += 1;
      else return sign.replace(/./g, '\\$&');
      return sign;
    });
  }
}
