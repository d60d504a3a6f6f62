// The drop folder: the proposed destination of each waiting book. The user accepts single books, selected ones, or all clear
// matches.
import type { AcceptedFiles, DroppedFile } from '@lectern/contract/ingest/drop-folder';
import { Alert, Button, Group, List, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { usePermission } from '../../api/use-permission.ts';
import { describeReason } from '../../i18n/reports.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { NoPermission } from '../../ui/manage/no-permission.tsx';
import { Pager } from '../../ui/manage/pager.tsx';
import { Head, Rows } from '../../ui/manage/rows.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { type ActionState, useAction } from '../../ui/use-action.ts';
import { DroppedRow } from './dropped-row.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { dropFolderStatus, droppedFiles } from './queries.ts';

export function DropFolderPage() {
  const mayUpload = usePermission()('files:upload');
  return mayUpload ? <Page /> : <NoPermission />;
}

function Page() {
  const t = useTranslate();
  const { data: status, error, refetch } = useQuery(dropFolderStatus);
  if (error && !status) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!status) return <LoadingState of={t('dropFolder.title')} />;
  return (
    <Stack maw={900} gap="lg">
      <Head
        title={t('dropFolder.title')}
        text={status.isEnabled ? t('dropFolder.about', { name: status.name ?? '' }) : t('dropFolder.off')}
      />
      {status.problem && (
        <Alert color="red" role="alert">
          {describeReason(status.problem)}
        </Alert>
      )}
      {status.isEnabled && !status.problem && <Files />}
    </Stack>
  );
}

const canAccept = ({ problem }: DroppedFile): boolean => problem === null;
const isClear = (file: DroppedFile): boolean => canAccept(file) && file.doubts.length === 0;

function Files() {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const [dismissed, setDismissed] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<DroppedFile>();
  const [refused, setRefused] = useState<AcceptedFiles['refused']>([]);
  const { act, isBusy, refresh } = useAction(['drop-folder'], ['libraries'], ['series'], ['books']);
  const found = useQuery(droppedFiles({ page, dismissed }));
  if (found.error && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingState of={t('dropFolder.title')} />;
  const { data: files, totalPages } = found.data;
  const ready = files.filter((file) => chosen.has(file.id) && canAccept(file));
  const accept = (ids?: readonly string[]) =>
    act({
      async work() {
        const result = await call('POST /api/v1/drop-folder/accept', { body: ids ? { ids: [...ids] } : {} });
        setRefused(result.refused);
        return result;
      },
      done: ({ accepted }) => t('dropFolder.accepted', { count: accepted.length }),
      after: () => setChosen(new Set()),
    });
  const run = (ids?: readonly string[]) => {
    setRefused([]);
    accept(ids);
  };
  return (
    <>
      <Actions
        isAnyClear={totalPages > 1 || files.some(isClear)}
        chosen={ready.length}
        isBusy={isBusy}
        dismissed={dismissed}
        onAccept={(isAll) => run(isAll ? undefined : ready.map(({ id }) => id))}
        onCheck={() =>
          act({ work: () => call('POST /api/v1/drop-folder/check', {}), done: t('dropFolder.checking') })
        }
        onDismissed={(isShown) => {
          setDismissed(isShown);
          setPage(1);
        }}
      />
      <Refused files={refused} />
      {files.length === 0 ? (
        <EmptyState title={t(dismissed ? 'dropFolder.noneDismissed' : 'dropFolder.none')} />
      ) : (
        <FileRows
          files={files}
          chosen={chosen}
          isBusy={isBusy}
          act={act}
          onChoose={setChosen}
          onAccept={run}
          onEdit={setEdited}
        />
      )}
      <Pager page={page} totalPages={totalPages} onPage={setPage} />
      {edited && (
        <EditDialog
          key={edited.id}
          file={edited}
          onClose={() => {
            setEdited(undefined);
            void refresh();
          }}
        />
      )}
    </>
  );
}

interface FileRowsProps {
  files: readonly DroppedFile[];
  chosen: ReadonlySet<string>;
  isBusy: boolean;
  act: ActionState['act'];
  onChoose(chosen: ReadonlySet<string>): void;
  onAccept(ids: readonly string[]): void;
  onEdit(file: DroppedFile): void;
}

function FileRows({ files, chosen, isBusy, act, onChoose, onAccept, onEdit }: FileRowsProps) {
  const t = useTranslate();
  const choose = (id: string, is: boolean) =>
    onChoose(new Set(is ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  const dismiss = (id: string, isDismissed: boolean) =>
    act({
      work: () => call('PATCH /api/v1/drop-folder/files/{id}', { params: { id }, body: { isDismissed } }),
    });
  return (
    <Rows label={t('dropFolder.files')}>
      {files.map((file) => (
        <DroppedRow
          key={file.id}
          file={file}
          isChosen={chosen.has(file.id)}
          isBusy={isBusy}
          onChoose={(is) => choose(file.id, is)}
          onAccept={() => onAccept([file.id])}
          onEdit={() => onEdit(file)}
          onDismiss={(isDismissed) => dismiss(file.id, isDismissed)}
        />
      ))}
    </Rows>
  );
}

interface ActionsProps {
  isAnyClear: boolean;
  chosen: number;
  isBusy: boolean;
  dismissed: boolean;
  onAccept(isAll: boolean): void;
  onCheck(): void;
  onDismissed(isShown: boolean): void;
}

function Actions({ isAnyClear, chosen, isBusy, dismissed, onAccept, onCheck, onDismissed }: ActionsProps) {
  const t = useTranslate();
  return (
    <Group gap="sm">
      {!dismissed && (
        <Button loading={isBusy} disabled={!isAnyClear} onClick={() => onAccept(true)}>
          {t('dropFolder.acceptClear')}
        </Button>
      )}
      {chosen > 0 && (
        <Button variant="default" loading={isBusy} onClick={() => onAccept(false)}>
          {t('dropFolder.acceptChosen', { count: chosen })}
        </Button>
      )}
      <Button variant="default" onClick={onCheck}>
        {t('dropFolder.check')}
      </Button>
      <Switch
        checked={dismissed}
        label={t('dropFolder.showDismissed')}
        onChange={(event) => onDismissed(event.currentTarget.checked)}
      />
    </Group>
  );
}

function Refused({ files }: { files: AcceptedFiles['refused'] }) {
  const t = useTranslate();
  if (files.length === 0) return null;
  return (
    <Alert color="red" role="alert" title={t('dropFolder.refused', { count: files.length })}>
      <List size="sm">
        {files.map(({ id, path, reason }) => (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            <Text span fw={600} size="sm">
              {path}:
            </Text>{' '}
            {describeReason(reason)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
