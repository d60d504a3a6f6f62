// Splits a document into sentences for reading aloud.
import { isNoteLink } from '../frame/footnotes.ts';

export interface Sentence {
  text: string;
  /** Range in the source document. */
  range: Range;
  /** Finds the position of a letter of the text. */
  at(letter: number): Range | undefined;
}

/** Skipped when reading aloud: ruby annotations, scripts and styles, note references. */
const silent =
  'rt, rp, script, style, template, noscript, svg, math annotation, [aria-hidden="true"], [hidden]';
const blocks =
  'p, li, dd, dt, h1, h2, h3, h4, h5, h6, blockquote, td, th, figcaption, caption, pre, div, section, article, aside, header, footer, nav, body';

const maxLetters = 400;

/** Does not use `instanceof`: the document has its own realm. */
const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;

/** A run of text in one block. */
interface Run {
  nodes: Text[];
  /** The offset of each node in the text. */
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

/** The node and offset of a letter of the run. The end of a sentence stays in the node of its last letter. */
function toPlace({ nodes, starts }: Run, at: number, isEnd: boolean): [Text, number] | undefined {
  const index = starts.findLastIndex((start) => (isEnd ? start < at : start <= at));
  const node = nodes[Math.max(0, index)];
  return node && [node, Math.min(at - (starts[Math.max(0, index)] ?? 0), node.length)];
}

function toRange(doc: Document, run: Run, begin: number, end: number): Range | undefined {
  const from = toPlace(run, begin, false);
  const to = toPlace(run, end, true);
  if (!from || !to) return undefined;
  const range = doc.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

/** Start and end of the sentences of a text. Long sentences are cut, because some voices stop in the middle of them. */
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

/** Cuts after a comma or similar, else between words, else anywhere. */
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
    // Books may declare an invalid language.
    return new Intl.Segmenter(undefined, { granularity: 'sentence' });
  }
}

/** The sentences after a position, or all sentences without one. */
export function listSentences(doc: Document, language: string | undefined, from?: Range): Sentence[] {
  const sentences: Sentence[] = [];
  for (const run of runsOf(doc))
    for (const [begin, end] of cutSentences(run.text, language)) {
      const range = toRange(doc, run, begin, end);
      if (!range) continue;
      if (from && from.comparePoint(range.endContainer, range.endOffset) < 0) continue;
      // Same length as in the document: voices report their progress as a letter index.
      const text = run.text.slice(begin, end).replace(/\s/g, ' ');
      const at = (letter: number) => toRange(doc, run, begin + letter, Math.min(end, begin + letter + 1));
      sentences.push({ text, range, at });
    }
  return sentences;
}
