// The result of a library's last scan: notes, or the reason for its failure.

import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { Library } from '@lectern/contract/libraries/libraries';
import type { ReasonKey } from '@lectern/contract/reasons';
import { Alert, Button, Group, List, Spoiler, Stack, Text } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { describeReason } from '../../../i18n/reports.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import type { LibraryActions } from '../../libraries/index.tsx';
import { DamagedBooks } from './damaged-books.tsx';

/** The scan needs a confirmation that the missing books were deleted on purpose. */
const blockedReasons: readonly string[] = ['root_empty', 'root_emptied', 'scan_held'] satisfies ReasonKey[];

interface Props {
  library: Library;
  scan: ScanStatus;
  actions: LibraryActions;
}

export function LastScan({ library: { id, name }, scan, actions }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { status, notes, booksFound, startedAt, completedAt } = scan;
  const confirmRemoval = notes.some(({ reason }) => blockedReasons.includes(reason)) && (
    <Button size="xs" variant="default" onClick={() => openConfirmation(actions.letGo())}>
      {t('administration.libraries.meantEmpty')}
    </Button>
  );
  if (status === 'failed')
    return (
      <Alert color="red" title={t('administration.libraries.failed')}>
        <Stack gap="xs" align="flex-start">
          {notes.map((note) => (
            <Text key={note.message} size="sm">
              {describeReason(note)}
            </Text>
          ))}
          <Text size="sm">{t('administration.libraries.nothingLost')}</Text>
          <Group gap="xs">
            <Button
              size="xs"
              variant="outline"
              color="red"
              onClick={() => actions.scan('normal')}
              aria-label={t('administration.libraries.scanNamed', { name })}
            >
              {t('administration.libraries.scan')}
            </Button>
            {confirmRemoval}
          </Group>
        </Stack>
      </Alert>
    );
  if (status !== 'completed' || !completedAt) return null;
  const seconds = (Date.parse(completedAt) - Date.parse(startedAt)) / 1000;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('administration.libraries.found', { books: booksFound, seconds: format.duration(seconds) })}
      </Text>
      <DamagedBooks libraryId={id} />
      {notes.length > 0 && (
        <Alert color="yellow" title={t('administration.libraries.notes', { count: notes.length })} mt="xs">
          <Spoiler maxHeight={72} showLabel="⋯" hideLabel="▴">
            <List size="sm">
              {notes.map((note) => (
                <List.Item key={note.message}>{describeReason(note)}</List.Item>
              ))}
            </List>
          </Spoiler>
          {confirmRemoval}
        </Alert>
      )}
    </>
  );
}
