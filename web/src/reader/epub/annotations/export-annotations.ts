// Exports the bookmarks and highlights of a book as Markdown.
import type { Annotation } from '@lectern/contract/annotations';

interface Labels {
  title: string;
  bookmark: string;
  /** "42 %" */
  percent(share: number): string;
}

/** Escapes the characters with a meaning in Markdown. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, '\\$&');
const quote = (text: string): string =>
  escapeMarkdown(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `> ${line}`)
    .join('\n');

export function toMarkdown(annotations: readonly Annotation[], { title, bookmark, percent }: Labels): string {
  let chapter: string | undefined;
  const parts = annotations.flatMap(({ kind, locator, text, note }) => {
    const percentage = percent(locator.locations?.totalProgression ?? 0);
    const chapterTitle = locator.title ?? undefined;
    const heading =
      chapterTitle !== undefined && chapterTitle !== chapter ? [`## ${escapeMarkdown(chapterTitle)}`] : [];
    chapter = chapterTitle ?? chapter;
    const begin = kind === 'bookmark' ? `**${escapeMarkdown(bookmark)}** (${percentage})` : `(${percentage})`;
    return [...heading, begin, ...(text ? [quote(text)] : []), ...(note ? [escapeMarkdown(note)] : [])];
  });
  return `${[`# ${escapeMarkdown(title)}`, ...parts].join('\n\n')}\n`;
}

/** Offers a text as a download. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[/\\?%*:|"<>\p{Cc}]/gu, '_').slice(0, 120);
  link.click();
  // By then the browser has read it.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
