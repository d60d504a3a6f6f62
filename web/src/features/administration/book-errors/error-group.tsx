// The books with one kind of error, with paging.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { Output } from '../../../api/routes.ts';
import { describeBookError } from '../../../i18n/reports.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { bookErrorGroups } from './queries.ts';

type Errors = Output<'GET /api/v1/books/errors'>['groups'][number];

interface Props {
  /** The group with its first page. */
  first: Errors;
  libraryId: string | undefined;
  onRetry(): void;
}

const pageSize = 20;

export function ErrorGroup({ first, libraryId, onRetry }: Props) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const { errorType, count } = first;
  const { data } = useQuery({ ...bookErrorGroups({ libraryId, errorType, page }), enabled: page > 1 });
  const shown = page > 1 ? (data?.groups.find((one) => one.errorType === errorType) ?? first) : first;
  const { act } = useAction(['book-errors'], ['tasks']);
  const name = t(`bookErrors.${errorType}`);
  const retry = (id: string) =>
    act({
      work: () =>
        call('POST /api/v1/books/{id}/retry', { params: { id }, body: { errorTypes: [errorType] } }),
      done: ({ tasksEnqueued }) => t('administration.bookErrors.started', { count: tasksEnqueued }),
    });
  return (
    <PageSection
      title={t('administration.bookErrors.counted', { name, count })}
      text={t(`bookErrors.${errorType}.about`)}
    >
      <Group>
        <Button
          variant="default"
          size="xs"
          onClick={onRetry}
          aria-label={t('administration.bookErrors.retryTypeNamed', { name })}
        >
          {t('administration.bookErrors.retryType')}
        </Button>
      </Group>
      <Rows label={name}>
        {shown.books.map(({ book, errors }) => (
          <Row
            key={book.id}
            title={
              <AnchorLink to="/books/$id" params={{ id: book.id }}>
                {book.title}
              </AnchorLink>
            }
            lines={[
              `${book.libraryName} · ${book.path}`,
              ...errors
                .filter((one) => one.errorType === errorType)
                .map((one) => (
                  <Text key={one.occurredAt + one.message} span c="red" size="sm">
                    {describeBookError(one)}
                  </Text>
                )),
            ]}
            actions={
              <Button
                variant="default"
                size="xs"
                onClick={() => retry(book.id)}
                aria-label={t('administration.bookErrors.retryNamed', { name: book.title })}
              >
                {t('administration.bookErrors.retry')}
              </Button>
            }
          />
        ))}
      </Rows>
      <Pager page={page} totalPages={Math.ceil(count / pageSize)} onPage={setPage} />
    </PageSection>
  );
}
