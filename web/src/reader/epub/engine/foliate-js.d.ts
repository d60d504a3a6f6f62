// Type declarations for the used parts of foliate-js 1.0.1.
declare module 'foliate-js/paginator.js' {
  export class Paginator extends HTMLElement {}
}

declare module 'foliate-js/fixed-layout.js' {
  export class FixedLayout extends HTMLElement {}
}

declare module 'foliate-js/epubcfi.js' {
  type Step = { index: number; id?: string; offset?: number };
  type Props = Step[][] & { parent?: Step[][]; start?: Step[][]; end?: Step[][] };
  export const isCFI: RegExp;
  export function parse(cfi: string): Props;
  export function fromRange(range: Range): string;
  export function toRange(doc: Document, parts: Props): Range;
  export function joinIndir(...cfis: string[]): string;
  export const fake: { fromIndex(index: number): string };
}

declare module 'foliate-js/text-walker.js' {
  type MakeRange = (startIndex: number, startOffset: number, endIndex: number, endOffset: number) => Range;
  export function textWalker<T>(
    root: Document,
    find: (texts: string[], makeRange: MakeRange) => Iterable<T>,
  ): Generator<T>;
}

declare module 'foliate-js/overlayer.js' {
  type Draw = (rects: readonly DOMRect[], options?: { color?: string; width?: number }) => SVGElement;
  export class Overlayer {
    constructor(doc: Document);
    element: SVGElement;
    add(key: string, range: Range, draw: Draw, options?: { color?: string; width?: number }): void;
    remove(key: string): void;
    hitTest(point: { x: number; y: number }): [string, Range] | [];
    static highlight: Draw;
    static outline: Draw;
    static underline: Draw;
  }
}
