// The files of a book in several formats, each with buttons to read and download it.
import type { BookFormat } from '@lectern/contract/libraries/book-files';
import { ActionIcon, Badge, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconArrowsSplit2, IconBook, IconDownload } from '@tabler/icons-react';
import { call, toUrl } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { toFormatName } from '../../../i18n/format-name.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { useAction } from '../../../ui/use-action.ts';

interface Props {
  /** The book whose page is shown. */
  id: string;
  formats: readonly BookFormat[];
}

export function BookFormats({ id, formats }: Props) {
  const t = useTranslate();
  if (formats.length < 2) return null;
  return (
    <section aria-label={t('books.formats')}>
      <Title order={2} size="h5" mb={6}>
        {t('books.formats')}
      </Title>
      <Stack gap={6}>
        {formats.map((file) => (
          <FormatRow key={file.bookId} id={id} file={file} />
        ))}
      </Stack>
    </section>
  );
}

function FormatRow({ id, file }: { id: string; file: BookFormat }) {
  const t = useTranslate();
  const toSize = useFormat().size;
  const hasPermission = usePermission();
  const { bookId, fileFormat, fileName, fileSize, main } = file;
  const name = toFormatName(fileFormat, t);
  return (
    <Group gap="xs" wrap="nowrap" maw={460} title={fileName}>
      <Text fw={600} w={56} size="sm">
        {name}
      </Text>
      <ButtonLink
        to="/books/$id/read"
        params={{ id: bookId }}
        variant="default"
        size="xs"
        aria-label={t('books.readAs', { format: name })}
        leftSection={<IconBook size={14} />}
      >
        {t('books.read')}
      </ButtonLink>
      {hasPermission('files:download') && (
        <ActionIcon
          component="a"
          href={toUrl(`api/v1/books/${bookId}/file`)}
          download
          variant="default"
          size={30}
          aria-label={t('books.downloadAs', { format: name })}
        >
          <IconDownload size={16} />
        </ActionIcon>
      )}
      <Group gap="xs" flex={1}>
        <Text c="dimmed" size="sm">
          {toSize(fileSize)}
        </Text>
        {main && (
          <Badge variant="light" size="sm" tt="none">
            {t('books.mainFormat')}
          </Badge>
        )}
      </Group>
      {hasPermission('books:write') && !main && <OwnBook id={id} bookId={bookId} name={name} />}
    </Group>
  );
}

/** Splits a file into a separate entry, with undo. */
function OwnBook({ id, bookId, name }: { id: string; bookId: string; name: string }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['books'], ['series'], ['libraries'], ['read-lists']);
  const takeOut = () =>
    act({
      work: () => call('DELETE /api/v1/books/{id}/formats/{bookId}', { params: { id, bookId } }),
      done: t('books.ownBookDone', { format: name }),
      undo: () =>
        call('POST /api/v1/books/{id}/formats', {
          params: { id },
          body: { bookIds: [bookId], acceptsOtherReaders: true },
        }),
    });
  return (
    <MoreMenu label={`${t('books.more')}: ${name}`}>
      <Menu.Item leftSection={<IconArrowsSplit2 size={16} />} disabled={isBusy} onClick={takeOut}>
        {t('books.ownBook')}
      </Menu.Item>
    </MoreMenu>
  );
}
