// Asks before the files of a book, a series or a library are converted to CBZ, and explains what happens to the old files.
import { Button, Group, Stack, Text } from '@mantine/core';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/manage/dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { isBook } from './move.ts';
import { isLibrary, type Written } from './write.ts';

export interface ConvertDialogProps {
  item: Written;
  onClose(): void;
}

function convert(item: Written) {
  const params = { id: item.id };
  if (isLibrary(item)) return call('POST /api/v1/libraries/{id}/files/convert', { params });
  return isBook(item)
    ? call('POST /api/v1/books/{id}/file/convert', { params })
    : call('POST /api/v1/series/{id}/files/convert', { params });
}

export function ConvertDialog({ item, onClose }: ConvertDialogProps) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['tasks']);
  const { title } = item;
  const confirm = () =>
    act({ work: () => convert(item), done: t('files.convertStarted', { title }), after: onClose });
  return (
    <Dialog isOpen onClose={onClose} size="md" title={t('files.convertTitle', { title })}>
      <Stack gap="md">
        <Text size="sm">{t('files.convertText')}</Text>
        <Text size="sm">{t('files.convertKept')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button loading={isBusy} onClick={confirm}>
            {t('files.convertAction')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
