// Books that are probably the same, with two actions: merge them to one entry, or mark them as different.
import type { BookDto } from '@lectern/contract/libraries/books';
import { Button, Group, SimpleGrid } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import { PageSection } from '../../../ui/manage/sections.tsx';
import type { ActionState } from '../../../ui/use-action.ts';
import { findEntryFault, makeOneEntry, useOneEntry } from '../../books/index.tsx';
import { BookCopies } from './duplicate-groups.tsx';

interface Props {
  books: readonly BookDto[];
  /** The reason why they are listed. */
  text: string;
  /** The label of the action that marks them as different. */
  decision: string;
  onDecide(): Promise<unknown>;
  actions: ActionState;
}

export function BooksToDecide({ books, text, decision, onDecide, actions }: Props) {
  const t = useTranslate();
  const runMerge = useOneEntry();
  const makeOne = async (acceptsOtherReaders: boolean) => {
    let undo: (() => Promise<void>) | undefined;
    await actions.runAction({
      async work() {
        undo = await makeOneEntry(books, acceptsOtherReaders);
      },
      done: t('browse.madeOneEntry', { count: books.length }),
      undo: async () => undo?.(),
    });
  };
  return (
    <PageSection title={[...new Set(books.map(({ title }) => title))].join(' · ')} text={text}>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <BookCopies books={books} />
      </SimpleGrid>
      <Group>
        {findEntryFault(books) === undefined && (
          <Button
            variant="default"
            leftSection={<IconStack2 size={16} />}
            onClick={() => void runMerge(makeOne)}
          >
            {t('browse.makeOneEntry')}
          </Button>
        )}
        <Button variant="default" onClick={() => actions.act({ work: onDecide })}>
          {decision}
        </Button>
      </Group>
    </PageSection>
  );
}
