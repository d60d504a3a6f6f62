// Reads plain text and Markdown: files with such a name that contain text.
import { ownStyles } from '../epub/styles.ts';
import { readHtml } from '../html/documents.ts';
import { damaged, ebookLimits, tooDeep, tooLarge } from '../limits.ts';
import { addTitlePage } from '../title-page.ts';
import type { EbookOutline, EbookParts, EbookReader, EbookRequest } from '../types.ts';
import { decodeText } from './decode.ts';
import { readFrontMatter, readStatedFacts } from './facts.ts';
import { limitNesting } from './nesting.ts';
import { readPlainText } from './plain.ts';

const headBytes = 64 * 1024;
const maxMarkdownBytes = 8 * 1024 * 1024;
const styles = [ownStyles.name];

async function readAll(
  { source }: EbookRequest,
  maxBytes: number = ebookLimits.maxTextBytes,
): Promise<string> {
  if (source.size > maxBytes) throw tooLarge();
  return decodeText(source.read(0, source.size));
}

/** Reads the beginning of the text up to the end of a line, so that no character is split. */
async function readHead({ source }: EbookRequest): Promise<string> {
  const bytes = source.read(0, headBytes);
  const end = source.size <= headBytes ? bytes.length : bytes.lastIndexOf(0x0a) + 1;
  return decodeText(bytes.subarray(0, end > 0 ? end : bytes.length));
}

export const plainReader: EbookReader = {
  async outline(request): Promise<EbookOutline> {
    const metadata = readStatedFacts(await readHead(request));
    return { metadata, textBytes: request.source.size, hasCover: false };
  },
  readCover: () => undefined,
  async takeApart(request): Promise<EbookParts> {
    const text = await readAll(request);
    return { metadata: readStatedFacts(text), ...readPlainText(text, styles), resources: [ownStyles] };
  },
};

/** Throws FormatError `parser` with reason `too_deep` for nesting that exceeds the stack. */
async function toHtml(text: string): Promise<string> {
  const { marked } = await import('marked');
  try {
    return await marked.parse(text, { gfm: true });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

export const markdownReader: EbookReader = {
  async outline(request): Promise<EbookOutline> {
    const { metadata } = readFrontMatter(await readHead(request));
    return { metadata, textBytes: request.source.size, hasCover: false };
  },
  readCover: () => undefined,
  async takeApart(request): Promise<EbookParts> {
    const { metadata, text } = readFrontMatter(await readAll(request, maxMarkdownBytes));
    const html = await toHtml(limitNesting(text));
    const { documents, toc } = readHtml([{ name: 'text/0001', html }], { image: () => undefined, styles });
    if (documents.length === 0) throw damaged('The file has no text');
    return {
      metadata,
      documents: metadata ? addTitlePage(documents, metadata, { cover: undefined, styles }) : documents,
      resources: [ownStyles],
      toc,
    };
  },
};
