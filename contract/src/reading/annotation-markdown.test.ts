import { expect, test } from 'vitest';
import { toMarkdown, toMarkdownOfBooks } from './annotation-markdown.ts';
import type { Annotation, OwnAnnotation } from './annotations.ts';

const mark = (part: Partial<Annotation>): Annotation => ({
  id: '1',
  bookId: 'b',
  kind: 'highlight',
  color: 'yellow',
  note: null,
  text: null,
  locator: { href: 'a', title: 'One', locations: { totalProgression: 0.25 } },
  createdAt: '',
  updatedAt: '',
  ...part,
});

const labels = {
  bookmark: 'Bookmark',
  percent: (share: number) => `${share * 100} %`,
  page: (number: number) => `page ${number}`,
};

test('annotations of several books are exported by book, in the order of each', () => {
  const of = (bookTitle: string, part: Partial<Annotation>): OwnAnnotation => ({
    ...mark({ bookId: bookTitle, ...part }),
    bookTitle,
    seriesId: 's',
    seriesName: bookTitle === 'Saga 1' ? 'Saga' : bookTitle,
  });
  const at = (totalProgression: number) => ({ href: 'a', title: 'One', locations: { totalProgression } });
  const annotations = [
    of('Novel', { text: 'later', locator: at(0.5) }),
    of('Saga 1', {
      locator: { href: 'pages/4', locations: { position: 4, totalProgression: 0.3 } },
      text: 'of a PDF',
    }),
    of('Saga 1', { kind: 'bookmark', locator: { href: 'pages/3', locations: { position: 3 } } }),
    of('Novel', { text: 'earlier', locator: at(0.25) }),
  ];
  expect(toMarkdownOfBooks(annotations, { ...labels, title: 'Notes' })).toBe(
    [
      '# Notes',
      '## Novel',
      '### One',
      '(25 %)',
      '> earlier',
      '(50 %)',
      '> later',
      '## Saga 1',
      'Saga',
      '**Bookmark** (page 3)',
      '(page 4)',
      '> of a PDF\n',
    ].join('\n\n'),
  );
});

test('annotations are exported by chapter as quotations with notes, escaped for Markdown', () => {
  const annotations = [
    mark({ text: 'Call me *Ishmael*.\nSome years ago', note: 'Who is #1?' }),
    mark({ kind: 'bookmark', text: 'Then' }),
    mark({ locator: { href: 'b', title: 'Two' }, text: 'End' }),
  ];
  expect(toMarkdown(annotations, { ...labels, title: 'A [Book]' })).toBe(
    [
      '# A \\[Book\\]',
      '## One',
      '(25 %)',
      '> Call me \\*Ishmael\\*.\n> Some years ago',
      'Who is \\#1?',
      '**Bookmark** (25 %)',
      '> Then',
      '## Two',
      '(0 %)',
      '> End\n',
    ].join('\n\n'),
  );
});
