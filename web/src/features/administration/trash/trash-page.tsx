// Deleted files: restore or permanently delete one or all.
import type { TrashedFile } from '@lectern/contract/ingest/trash';
import { Button, Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Head, Row, RowMenu, Rows } from '../../../ui/manage/rows.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { type ActionState, useAction } from '../../../ui/use-action.ts';

const pageSize = 50;

const trashPage = (page: number) =>
  queryOptions({
    queryKey: ['trash', page],
    queryFn: ({ signal }) => call('GET /api/v1/trash', { query: { page, pageSize } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function TrashPage() {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(trashPage(page));
  const actions = useAction(['trash'], ['books'], ['series'], ['libraries'], ['read-lists']);
  const empty = () =>
    openConfirmation({
      title: t('administration.trash.emptyTitle'),
      text: t('administration.trash.emptyText', { count: data?.total ?? 0 }),
      action: t('administration.trash.empty'),
      act: () =>
        actions.runAction({
          work: () => call('DELETE /api/v1/trash', {}),
          done: ({ removed }) => t('administration.trash.emptied', { count: removed }),
          after: () => setPage(1),
        }),
    });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Head title={t('administration.trash.title')} text={t('administration.trash.about')}>
        {data && data.total > 0 && (
          <Button variant="light" color="red" onClick={empty}>
            {t('administration.trash.empty')}
          </Button>
        )}
      </Head>
      {!data && <LoadingState of={t('administration.trash.title')} />}
      {data?.total === 0 && <EmptyState title={t('administration.trash.none')} />}
      {data && data.total > 0 && (
        <Rows label={t('administration.trash.title')}>
          {data.data.map((file) => (
            <FileRow key={file.id} file={file} actions={actions} />
          ))}
        </Rows>
      )}
      <Pager page={page} totalPages={data?.totalPages ?? 0} onPage={setPage} />
    </>
  );
}

interface RowProps {
  file: TrashedFile;
  actions: ActionState;
}

function FileRow({ file, actions }: RowProps) {
  const t = useTranslate();
  const format = useFormat();
  const { id, title, seriesTitle, libraryName, path, sizeBytes, deletedBy, deletedAt, expiresAt } = file;
  const params = { id };
  const restore = () =>
    actions.act({
      work: () => call('POST /api/v1/trash/{id}/restore', { params }),
      done: t('administration.trash.restored', { title }),
    });
  const remove = () =>
    openConfirmation({
      title: t('administration.trash.removeTitle', { title }),
      text: t('administration.trash.removeText'),
      action: t('administration.trash.remove'),
      act: () =>
        actions.runAction({
          work: () => call('DELETE /api/v1/trash/{id}', { params }),
          done: t('administration.trash.removed', { title }),
        }),
    });
  const when = format.dateTime(deletedAt);
  const lines = [
    `${seriesTitle} · ${libraryName} · ${format.size(sizeBytes)}`,
    path,
    deletedBy === null
      ? t('administration.trash.deletedAt', { when })
      : t('administration.trash.deletedBy', { name: deletedBy, when }),
    expiresAt === null
      ? t('administration.trash.keptForEver')
      : t('administration.trash.keptUntil', { when: format.date(expiresAt) }),
  ];
  return (
    <Row
      title={title}
      lines={lines}
      actions={
        <>
          <Button
            variant="default"
            onClick={restore}
            aria-label={t('administration.trash.restoreNamed', { title })}
          >
            {t('administration.trash.restore')}
          </Button>
          <RowMenu name={title}>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
              {t('administration.trash.remove')}
            </Menu.Item>
          </RowMenu>
        </>
      }
    />
  );
}
