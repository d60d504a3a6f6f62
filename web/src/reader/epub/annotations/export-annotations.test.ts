import type { Annotation } from '@lectern/contract/annotations';
import { expect, test } from 'vitest';
import { toMarkdown } from './export-annotations.ts';

const mark = (part: Partial<Annotation>): Annotation => ({
  ...{ id: '1', bookId: 'b', kind: 'highlight', color: 'yellow', note: null, text: null },
  ...{ locator: { href: 'a', title: 'One', locations: { totalProgression: 0.25 } } },
  ...{ createdAt: '', updatedAt: '' },
  ...part,
});

test('annotations are exported by chapter as quotations with notes, escaped for Markdown', () => {
  const annotations = [
    mark({ text: 'Call me *Ishmael*.\nSome years ago', note: 'Who is #1?' }),
    mark({ kind: 'bookmark', text: 'Then' }),
    mark({ locator: { href: 'b', title: 'Two' }, text: 'End' }),
  ];
  const percent = (share: number) => `${share * 100} %`;
  expect(toMarkdown(annotations, { title: 'A [Book]', bookmark: 'Bookmark', percent })).toBe(
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
