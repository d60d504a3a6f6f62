// Asks before the files of a book or series are moved to the trash, and explains the effects.
import type { BookFormat } from '@lectern/contract/libraries/book-files';
import { Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { oneBook } from '../../api/queries.ts';
import { toFormatName } from '../../i18n/format-name.ts';
import { describeReason } from '../../i18n/reports.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Confirmation } from '../../ui/manage/confirmation.tsx';
import { Dialog } from '../../ui/manage/dialog.tsx';
import { showError } from '../../ui/toasts/toasts.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Item, isBook } from './move.ts';

export interface DeleteDialogProps {
  item: Item;
  onClose(): void;
  /** Called when the files are in the trash. */
  onDeleted?(): void;
}

export function DeleteDialog({ item, onClose, onDeleted }: DeleteDialogProps) {
  const t = useTranslate();
  const { runAction } = useAction(['books'], ['series'], ['libraries'], ['read-lists'], ['trash']);
  const { id, title } = item;
  const { data } = useQuery({ ...oneBook(id), enabled: isBook(item), staleTime: 0 });
  const formats = data && data.formats.length > 1 ? data.formats : [];
  /** For a book in several formats, only the file of one format. */
  const [chosen, setChosen] = useState(allFormats);
  const one = formats.find(({ bookId }) => bookId === chosen);
  const gone = one ? `${title} (${toFormatName(one.fileFormat, t)})` : title;
  let ids: string[] = [];
  const trash = async () => {
    if (isBook(item)) {
      const bookIds = formats.map(({ bookId }) => bookId);
      const all = bookIds.length === 0 ? [id] : bookIds.filter((of) => [allFormats, of].includes(chosen));
      // The file that represents the book is deleted last and restored first.
      for (const bookId of all.toReversed()) {
        const file = await call('DELETE /api/v1/books/{id}/file', { params: { id: bookId } });
        ids = [file.id, ...ids];
      }
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
  const act = () =>
    runAction({
      work: trash,
      done: t('files.deleted', { title: gone }),
      undo: () => restore(ids),
    });
  return (
    <Dialog isOpen onClose={onClose} title={t('files.deleteTitle', { title })}>
      <Confirmation
        action={t('files.deleteAction')}
        isLoading={isBook(item) && !data}
        act={act}
        onClose={onClose}
        onDone={() => (!one || one.bookId === id) && onDeleted?.()}
        text={
          <Stack gap="xs">
            {formats.length > 0 ? (
              <ChooseFormat formats={formats} value={chosen} onChange={setChosen} />
            ) : (
              <span>
                {isBook(item) ? t('files.deleteBook') : t('files.deleteSeries', { count: item.bookCount })}
              </span>
            )}
            {isBook(item) && formats.length === 0 && (
              <Text component="span" size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                {item.path}
              </Text>
            )}
            <span>{t('files.deleteKept')}</span>
          </Stack>
        }
      />
    </Dialog>
  );
}

const allFormats = 'all';

interface ChooseProps {
  formats: readonly BookFormat[];
  /** The id of one format, or `all`. */
  value: string;
  onChange(value: string): void;
}

function ChooseFormat({ formats, ...choice }: ChooseProps) {
  const t = useTranslate();
  return (
    <Radio.Group label={t('files.deleteFormats')} {...choice}>
      <Stack gap="xs" mt="xs">
        <Radio value={allFormats} label={t('files.deleteAllFormats', { count: formats.length })} />
        {formats.map(({ bookId, fileFormat, fileName }) => (
          <Radio
            key={bookId}
            value={bookId}
            label={t('files.deleteOneFormat', { format: toFormatName(fileFormat, t) })}
            description={fileName}
            styles={{ description: { overflowWrap: 'anywhere' } }}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** The API's limit per request. */
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
