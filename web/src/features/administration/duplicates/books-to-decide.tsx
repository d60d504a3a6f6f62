// Books that are probably one, and what can be done with them: make them one entry, or say that they are different.
import type { BookDto } from '@lectern/contract/books';
import { Button, Group, SimpleGrid } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import { PageSection } from '../../../ui/manage/sections.tsx';
import type { ActionState } from '../../../ui/use-action.ts';
import { findEntryFault, makeOneEntry, useOneEntry } from '../../books/index.tsx';
import { BookCopies } from './duplicate-groups.tsx';

interface Props {
  books: readonly BookDto[];
  /** Why they are listed. */
  text: string;
  /** The other thing to do than to make them one entry, and its name. */
  decision: string;
  onDecide(): Promise<unknown>;
  actions: ActionState;
}

export function BooksToDecide({ books, text, decision, onDecide, actions }: Props) {
  const t = useTranslate();
  const [dialog, runMerge] = useOneEntry();
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
      {dialog}
    </PageSection>
  );
}
