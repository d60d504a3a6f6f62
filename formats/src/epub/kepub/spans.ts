// Adds the markup by which Kobo's reading software counts positions: a span `kobo.P.S` around every sentence
// and image (P counts paragraphs, S sentences within one, both from 1), and two boxes around the body.
import { Parser } from 'htmlparser2';
import { skipSpace, splitSentences } from './sentences.ts';

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const blocks = names(
  'address article aside blockquote caption dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ' +
    'nav ol p section summary table td th tr ul',
);
/** Elements whose content is not running text and gets no spans. */
const skipped = names(
  'audio canvas datalist iframe map math noscript object picture pre rp rt script select style svg template textarea video',
);

const style = '<style type="text/css">div#book-inner { margin-top: 0; margin-bottom: 0; }</style>';
const opening = '<div id="book-columns"><div id="book-inner">';
const closing = '</div></div>';

/** Returns undefined if the document already has spans or has no closed body. */
export function addSpans(document: string): string | undefined {
  if (document.includes('koboSpan')) return undefined;
  const writer = new Writer(document);
  const walk = createWalk(document, writer);
  // The parser includes the ">" of a processing instruction, "?>", in the following text.
  const findStart = (): number => {
    const { startIndex } = parser;
    return (
      startIndex + (document.charAt(startIndex) === '>' && document.charAt(startIndex - 1) === '?' ? 1 : 0)
    );
  };
  const parser: Parser = new Parser(
    {
      onopentag: (name) => walk.open(name, findStart(), parser.endIndex + 1),
      onclosetag: (name, isImplied) => walk.close(name, isImplied ? undefined : findStart()),
      oncdatastart: () => walk.skip(true),
      oncdataend: () => walk.skip(false),
      ontext: () => walk.text(findStart(), parser.endIndex + 1),
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(document);
  return walk.isComplete() ? writer.finish() : undefined;
}

class Writer {
  readonly #document: string;
  readonly #parts: string[] = [];
  #done = 0;
  #paragraph = 0;
  #sentence = 0;
  #isNew = true;

  constructor(document: string) {
    this.#document = document;
  }

  /** Inserts `text` before the character at `at`, after earlier insertions at the same offset. */
  insert(at: number, text: string): void {
    this.#parts.push(this.#document.slice(this.#done, at), text);
    this.#done = at;
  }

  /** Wraps the range in a span with the next number. */
  wrap(start: number, end: number): void {
    if (this.#isNew) {
      this.#paragraph += 1;
      this.#sentence = 0;
      this.#isNew = false;
    }
    this.#sentence += 1;
    this.insert(start, `<span class="koboSpan" id="kobo.${this.#paragraph}.${this.#sentence}">`);
    this.insert(end, '</span>');
  }

  beginParagraph(): void {
    this.#isNew = true;
  }

  finish(): string {
    return this.#parts.join('') + this.#document.slice(this.#done);
  }
}

/** Handles the events of a document from start to end by their offsets, and inserts the spans. */
function createWalk(document: string, writer: Writer) {
  let isInBody = false;
  let isComplete = false;
  let isSkipped = false;
  /** Depth of open elements that get no spans. */
  let depth = 0;
  return {
    isComplete: () => isComplete,
    skip(value: boolean) {
      isSkipped = value;
    },
    open(name: string, start: number, end: number) {
      if (skipped.has(name)) depth += 1;
      if (name === 'body' && !isInBody && !isComplete) {
        isInBody = document.charAt(end - 2) !== '/';
        if (isInBody) writer.insert(end, opening);
        return;
      }
      if (!isInBody || depth > 0) return;
      if (blocks.has(name)) writer.beginParagraph();
      if (name !== 'img') return;
      writer.beginParagraph();
      const close = findClose(document, end);
      if (close !== undefined) writer.wrap(start, close);
      writer.beginParagraph();
    },
    /** `start` is undefined for an element without an end tag. */
    close(name: string, start: number | undefined) {
      if (skipped.has(name)) depth -= 1;
      if (name === 'head' && start !== undefined && !isInBody && depth === 0) writer.insert(start, style);
      if (!isInBody || depth > 0) return;
      if (blocks.has(name)) writer.beginParagraph();
      if (name !== 'body') return;
      isInBody = false;
      isComplete = start !== undefined;
      if (start !== undefined) writer.insert(start, closing);
    },
    text(start: number, end: number) {
      if (!isInBody || isSkipped || depth > 0) return;
      const begin = Math.min(skipSpace(document, start), end);
      let at = begin;
      for (const { length } of splitSentences(document.slice(begin, end))) {
        writer.wrap(at, at + length);
        at += length;
      }
    },
  };
}

/** Returns the offset after an empty element whose start tag ends at `end`. */
function findClose(document: string, end: number): number | undefined {
  if (document.charAt(end - 2) === '/') return end;
  return document.startsWith('</img>', end) ? end + 6 : undefined;
}
