// Shown when a book cannot be displayed: its title, the reason, and a link back.
import type { BookDto } from '@lectern/contract/libraries/books';
import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/links.tsx';

interface Props {
  book: Pick<BookDto, 'id' | 'title'>;
  children: ReactNode;
}

export function ReaderMessage({ book, children }: Props) {
  const t = useTranslate();
  return (
    <Stack component="main" align="center" p="md" maw={560} mx="auto" style={{ overflowWrap: 'anywhere' }}>
      <Title order={1} size="h4">
        {book.title}
      </Title>
      {children}
      <ButtonLink to="/books/$id" params={{ id: book.id }} variant="default">
        {t('reader.shared.closeBook')}
      </ButtonLink>
    </Stack>
  );
}
