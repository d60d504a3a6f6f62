// Exports the bookmarks and highlights of a book as Markdown.
import type { Annotation } from '@lectern/contract/annotations';

interface Words {
  title: string;
  bookmark: string;
  /** "42 %" */
  percent(share: number): string;
}

/** Escapes the characters with a meaning in Markdown. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, '\\$&');
const quote = (text: string): string =>
  plain(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `> ${line}`)
    .join('\n');

export function toMarkdown(marks: readonly Annotation[], { title, bookmark, percent }: Words): string {
  let chapter: string | undefined;
  const parts = marks.flatMap(({ kind, locator, text, note }) => {
    const place = percent(locator.locations?.totalProgression ?? 0);
    const said = locator.title ?? undefined;
    const heading = said !== undefined && said !== chapter ? [`## ${plain(said)}`] : [];
    chapter = said ?? chapter;
    const begin = kind === 'bookmark' ? `**${plain(bookmark)}** (${place})` : `(${place})`;
    return [...heading, begin, ...(text ? [quote(text)] : []), ...(note ? [plain(note)] : [])];
  });
  return `${[`# ${plain(title)}`, ...parts].join('\n\n')}\n`;
}

/** Offers a text as a download. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[/\\?%*:|"<>\p{Cc}]/gu, '_').slice(0, 120);
  link.click();
  // By then the browser has read it.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
