// Asks before the files of a book or series go to the trash, and says what becomes of them.
import { Stack, Text } from '@mantine/core';
import { call } from '../../api/call.ts';
import { describeReason } from '../../i18n/reports.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showError } from '../../ui/toasts.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Item, isBook } from './move.ts';

export interface DeleteDialogProps {
  item: Item;
  onClose(): void;
  /** It is in the trash. */
  onDeleted?(): void;
}

export function DeleteDialog({ item, onClose, onDeleted }: DeleteDialogProps) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['books'], ['series'], ['libraries'], ['read-lists'], ['trash']);
  const { id, title } = item;
  let ids: string[] = [];
  const trash = async () => {
    if (isBook(item)) {
      const file = await call('DELETE /api/v1/books/{id}/file', { params: { id } });
      ids = [file.id];
      return;
    }
    const { trashed, refused } = await call('DELETE /api/v1/series/{id}/files', { params: { id } });
    ids = trashed.map((file) => file.id);
    const [first] = refused;
    if (first)
      showError(
        t('files.refused', {
          count: refused.length,
          title: first.title,
          reason: describeReason(first.reason),
        }),
      );
  };
  const confirm = () =>
    act({
      work: trash,
      done: t('files.deleted', { title }),
      undo: () => restore(ids),
      after() {
        onClose();
        onDeleted?.();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      title={t('files.deleteTitle', { title })}
      confirmLabel={t('files.deleteAction')}
      isPending={isBusy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack component="span" gap="xs">
        <span>
          {isBook(item) ? t('files.deleteBook') : t('files.deleteSeries', { count: item.bookCount })}
        </span>
        {isBook(item) && (
          <Text component="span" size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {item.path}
          </Text>
        )}
        <span>{t('files.deleteKept')}</span>
      </Stack>
    </ConfirmDialog>
  );
}

/** At most as many as a request takes. */
const restoredAtOnce = 1_000;

async function restore(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += restoredAtOnce) {
    const { refused } = await call('POST /api/v1/trash/restore', {
      body: { ids: ids.slice(from, from + restoredAtOnce) },
    });
    const [first] = refused;
    if (first) showError(describeReason(first.reason));
  }
}
