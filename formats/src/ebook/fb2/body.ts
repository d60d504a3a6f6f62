// Converts the text of a FictionBook to XHTML documents: one per chapter, and a separate document for notes.

import { ebookLimits, tooLarge } from '../limits.ts';
import { Builder, type Late, toXmlId } from '../markup/builder.ts';
import { type Attributes, findAttribute, type Walker, walkMarkup } from '../markup/walk.ts';
import { toPartNumber } from '../part-number.ts';
import { mapToShown } from '../shown-documents.ts';
import { Toc } from '../toc.ts';
import type { EbookDocument } from '../types.ts';
import { type Shape, shapes, silentElements } from './elements.ts';

/** Longer documents continue in a new document at the next section. */
const fullLength = 60_000;
const folder = 'text/';

interface Built {
  name: string;
  builder: Builder;
  title: string | undefined;
}

export interface Body {
  documents: EbookDocument[];
  toc: Toc['entries'];
}

interface Heading {
  id: string;
  document: string;
  title: string;
  lines: number;
}

/** Returns the path of an image by its id. */
type FindImage = (id: string) => string | undefined;

export function readBody(
  markup: string,
  { image, styles }: { image: FindImage; styles: readonly string[] },
): Body {
  const writer = new BodyWriter(image);
  walkMarkup(markup, writer, { isXml: true });
  return writer.finish(styles);
}

class BodyWriter implements Walker {
  readonly #image: FindImage;
  readonly #built: Built[] = [];
  readonly #documentOf = new Map<string, string>();
  #shown: ReadonlyMap<string, string> = new Map();
  readonly #toc = new Toc();
  /** Open elements, and whether each has a tag. */
  readonly #open: { name: string; hasTag: boolean }[] = [];
  /** Number of open elements by name. */
  readonly #counts = new Map<string, number>();
  /** Number of open sections. */
  #sections = 0;
  #inNotes = false;
  #silence = 0;
  #heading: Heading | undefined;
  #headings = 0;

  constructor(image: FindImage) {
    this.#image = image;
  }

  open(written: string, attributes: Attributes): void {
    const name = written.slice(written.indexOf(':') + 1);
    if (this.#silence > 0 || silentElements.has(name)) this.#silence += 1;
    else {
      this.#open.push({ name, hasTag: this.#openElement(name, attributes) });
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
  }

  text(text: string): void {
    if (this.#silence > 0 || this.#open.length === 0) return;
    if (this.#heading && this.#heading.title.length < 500) this.#heading.title += text;
    this.#current.builder.text(text);
  }

  close(): void {
    if (this.#silence > 0) {
      this.#silence -= 1;
      return;
    }
    const closed = this.#open.pop();
    if (closed) this.#counts.set(closed.name, (this.#counts.get(closed.name) ?? 0) - 1);
    if (closed?.name === 'section') this.#sections -= 1;
    if (closed?.name === 'body') this.#inNotes = false;
    if (!closed?.hasTag) return;
    this.#current.builder.close();
    if (closed.name === 'title') this.#noteHeading();
  }

  finish(styles: readonly string[]): Body {
    this.#shown = mapToShown(this.#built);
    const documents = this.#built
      .filter(({ builder }) => builder.hasContent)
      .map(({ name, builder, title }) => ({ name, title, body: builder.finish(), styles }));
    return { documents, toc: this.#toc.entries };
  }

  get #current(): Built {
    return this.#built.at(-1) ?? this.#begin();
  }

  #begin(): Built {
    if (this.#built.length >= ebookLimits.maxDocuments) throw tooLarge();
    const number = toPartNumber(this.#built.length + 1);
    const document = { name: `${folder}${number}.xhtml`, builder: new Builder(), title: undefined };
    this.#built.push(document);
    return document;
  }

  /** Continues the open elements in a new document. */
  #goOn(): void {
    if (!this.#current.builder.hasContent) return;
    const { builder } = this.#begin();
    for (const { name, hasTag } of this.#open) if (hasTag) builder.open(shapes.get(name)?.name ?? 'div');
  }

  /** Returns whether the element has a tag that must be closed. */
  #openElement(name: string, attributes: Attributes): boolean {
    switch (name) {
      case 'body':
        this.#inNotes = this.#built.length > 0 && /note|comment/i.test(attributes.name ?? '');
        if (this.#built.length > 0) this.#begin();
        return false;
      case 'section':
        this.#sections += 1;
        if (!this.#inNotes && (this.#sections === 1 || this.#current.builder.length > fullLength))
          this.#goOn();
        return this.#openShape(name, attributes);
      case 'title':
        return this.#openTitle();
      case 'image':
        return this.#showImage(attributes);
      case 'empty-line':
        if (this.#heading || this.#isInside('p')) this.#current.builder.empty('br');
        else this.#current.builder.empty('div', { class: 'gap' });
        return false;
      case 'a':
        return this.#openLink(attributes);
      default:
        return this.#heading && name === 'p' ? this.#openLine() : this.#openShape(name, attributes);
    }
  }

  #openShape(name: string, attributes: Attributes): boolean {
    const shape: Shape | undefined = shapes.get(name);
    if (!shape) return false;
    const spans = name === 'td' || name === 'th';
    this.#current.builder.open(shape.name, {
      id: this.#toId(attributes),
      class: shape.class,
      ...(spans && { colspan: attributes.colspan, rowspan: attributes.rowspan }),
    });
    return true;
  }

  #openTitle(): boolean {
    if (this.#heading) return false;
    const level = this.#inNotes ? 2 : Math.min(6, Math.max(1, this.#sections));
    this.#headings += 1;
    const id = `title-${this.#headings}`;
    this.#heading = { id, document: this.#current.name, title: '', lines: 0 };
    this.#current.builder.open(`h${level}`, { id });
    return true;
  }

  /** Opens a paragraph of a title, which becomes a line of the heading. */
  #openLine(): boolean {
    const heading = this.#heading;
    if (!heading) return false;
    heading.lines += 1;
    if (heading.lines === 1) return false;
    this.#current.builder.empty('br');
    heading.title += ' ';
    return false;
  }

  #noteHeading(): void {
    const heading = this.#heading;
    this.#heading = undefined;
    const title = heading?.title.replace(/\s+/g, ' ').trim() ?? '';
    if (!heading || title === '') return;
    this.#current.title ??= title;
    // Links in the text lead to single notes.
    if (this.#inNotes && this.#sections > 0) return;
    this.#toc.add({ title, href: `${heading.document}#${heading.id}` }, this.#sections);
  }

  #openLink(attributes: Attributes): boolean {
    const isNote = findAttribute(attributes, 'type') === 'note';
    this.#current.builder.open('a', {
      ...(isNote && { 'epub:type': 'noteref' }),
      id: this.#toId(attributes),
      href: this.#toLink(findAttribute(attributes, 'href') ?? ''),
    });
    return true;
  }

  #toLink(href: string): string | Late | undefined {
    if (!href.startsWith('#')) return /^(?:https?:|mailto:)/i.test(href) ? href : undefined;
    const id = toXmlId(href.slice(1));
    const here = this.#current.name;
    return () => {
      const document = this.#documentOf.get(id) ?? '';
      const shown = this.#shown.get(document);
      if (shown !== document) return shown?.slice(folder.length);
      return document === here ? `#${id}` : `${document.slice(folder.length)}#${id}`;
    };
  }

  #toId(attributes: Attributes): string | undefined {
    const id = attributes.id === undefined ? undefined : toXmlId(attributes.id);
    if (id === undefined || this.#documentOf.has(id)) return undefined;
    this.#documentOf.set(id, this.#current.name);
    return id;
  }

  #showImage(attributes: Attributes): boolean {
    const path = this.#image(findAttribute(attributes, 'href')?.replace(/^#/, '') ?? '');
    if (path === undefined) return false;
    const { builder } = this.#current;
    const isBlock = !['p', 'v', 'subtitle', 'td', 'th', 'title'].some((name) => this.#isInside(name));
    if (isBlock) builder.open('div', { class: 'picture' });
    builder.empty('img', { id: this.#toId(attributes), src: `../${path}`, alt: attributes.alt ?? '' });
    if (isBlock) builder.close();
    return false;
  }

  #isInside(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }
}
