// The sentences of a document, to be read aloud one after the other.
import { isNoteLink } from '../frame/footnotes.ts';

export interface Sentence {
  text: string;
  /** In the document that was read. */
  range: Range;
  /** Where a letter of the text is. */
  at(letter: number): Range | undefined;
}

/** What is not read aloud: readings of Japanese signs beside the signs, code of the page, marks of notes. */
const silent =
  'rt, rp, script, style, template, noscript, svg, math annotation, [aria-hidden="true"], [hidden]';
const blocks =
  'p, li, dd, dt, h1, h2, h3, h4, h5, h6, blockquote, td, th, figcaption, caption, pre, div, section, article, aside, header, footer, nav, body';

const maxLetters = 400;

/** Without `instanceof`, as the document has its own realm. */
const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;

/** A run of text in one block. */
interface Run {
  nodes: Text[];
  /** Where each node begins in the text. */
  starts: number[];
  text: string;
}

function* runsOf(doc: Document): Generator<Run> {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  let block: Element | null = null;
  let run: Run = { nodes: [], starts: [], text: '' };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest(silent)) continue;
    const link = parent.closest('a');
    if (link && isNoteLink(link)) continue;
    const own = parent.closest(blocks);
    if (own !== block && run.text !== '') {
      yield run;
      run = { nodes: [], starts: [], text: '' };
    }
    block = own;
    if (!isText(node)) continue;
    run.nodes.push(node);
    run.starts.push(run.text.length);
    run.text += node.nodeValue ?? '';
  }
  if (run.text !== '') yield run;
}

/** The place of a letter of the run. At the end of a sentence it stays in the node that has its last letter. */
function toPlace({ nodes, starts }: Run, at: number, isEnd: boolean): [Text, number] | undefined {
  const index = starts.findLastIndex((start) => (isEnd ? start < at : start <= at));
  const node = nodes[Math.max(0, index)];
  return node && [node, Math.min(at - (starts[Math.max(0, index)] ?? 0), node.length)];
}

function toRange(doc: Document, run: Run, begin: number, end: number): Range | undefined {
  const [from, to] = [toPlace(run, begin, false), toPlace(run, end, true)];
  if (!from || !to) return undefined;
  const range = doc.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

/** Begin and end of the sentences of a text; very long ones are cut, as some voices stop in the middle of them. */
export function cutSentences(text: string, language: string | undefined): [begin: number, end: number][] {
  const found: [number, number][] = [];
  for (const { index, segment } of createSegmenter(language).segment(text)) {
    let begin = index;
    for (let rest = segment; rest !== ''; ) {
      const length = rest.length <= maxLetters ? rest.length : findCut(rest);
      const part = rest.slice(0, length);
      const blank = part.length - part.trimStart().length;
      const letters = part.trim().length;
      if (/[\p{L}\p{N}]/u.test(part)) found.push([begin + blank, begin + blank + letters]);
      begin += length;
      rest = rest.slice(length);
    }
  }
  return found;
}

/** After a comma or the like, else between words, else anywhere. */
function findCut(text: string): number {
  const head = text.slice(0, maxLetters);
  const cut = Math.max(...[',', ';', ':', '、', '，', '—'].map((sign) => head.lastIndexOf(sign))) + 1;
  if (cut > maxLetters / 4) return cut;
  return head.lastIndexOf(' ') + 1 || maxLetters;
}

function createSegmenter(language: string | undefined): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    // Books may declare a language that is none.
    return new Intl.Segmenter(undefined, { granularity: 'sentence' });
  }
}

/** The sentences that end after a position; all of the document without one. */
export function listSentences(doc: Document, language: string | undefined, from?: Range): Sentence[] {
  const sentences: Sentence[] = [];
  for (const run of runsOf(doc))
    for (const [begin, end] of cutSentences(run.text, language)) {
      const range = toRange(doc, run, begin, end);
      if (!range) continue;
      if (from && from.comparePoint(range.endContainer, range.endOffset) < 0) continue;
      // As long as in the document: voices say by its number which letter they have come to.
      const text = run.text.slice(begin, end).replace(/\s/g, ' ');
      const at = (letter: number) => toRange(doc, run, begin + letter, Math.min(end, begin + letter + 1));
      sentences.push({ text, range, at });
    }
  return sentences;
}
