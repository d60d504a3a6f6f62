// Chooses the cover of a series or a book: one that there is, an upload, or a page.
import type { Cover } from '@lectern/contract/covers';
import { ActionIcon, Badge, Button, Group, Modal, Stack, Title, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Picture } from '../../ui/picture.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { useText as useUiText } from '../../ui/words/index.ts';
import classes from './covers.module.css';
import { DropZone } from './drop-zone.tsx';
import { PagePicker } from './page-picker.tsx';
import { SeriesPages } from './series-pages.tsx';
import { coversOf, type Owner, toCoverUrl, useCovers } from './use-covers.ts';
import { useText } from './words/index.ts';

export interface CoverDialogProps extends Owner {
  /** Of a book with pages to choose from. */
  pageCount?: number;
  onClose(): void;
}

export function CoverDialog({ noun, id, pageCount = 0, onClose }: CoverDialogProps) {
  const t = useText();
  const ui = useUiText();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const owner = { noun, id };
  const found = useQuery(coversOf(owner));
  const { upload, usePage, select, reset, remove } = useCovers(owner);
  const covers = found.data?.covers ?? [];
  const isBusy = [upload, usePage, select, reset, remove].some(({ isPending }) => isPending);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title')}
      size="xl"
      fullScreen={isNarrow ?? false}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack gap="lg" aria-busy={isBusy}>
        <section aria-label={t('yours')}>
          {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
          {found.isPending && <LoadingState of={t('yours')} />}
          <ul className={classes.grid}>
            {covers.map((cover) => (
              <li key={cover.id}>
                <One
                  owner={owner}
                  cover={cover}
                  onSelect={() => select.mutate(cover.id)}
                  onRemove={() => remove.mutate(cover.id)}
                />
              </li>
            ))}
          </ul>
          <Group mt="xs">
            <Button variant="default" size="xs" onClick={() => reset.mutate()}>
              {t('automatic')}
            </Button>
          </Group>
        </section>
        <section aria-label={t('upload')}>
          <Title order={3} size="h5" mb="xs">
            {t('upload')}
          </Title>
          <DropZone isBusy={upload.isPending} onFile={(file) => upload.mutate(file)} />
        </section>
        {noun === 'books' && pageCount > 0 && (
          <section aria-label={t('fromPages')}>
            <Title order={3} size="h5" mb="xs">
              {t('fromPages')}
            </Title>
            <PagePicker
              bookId={id}
              pageCount={pageCount}
              onPick={(page) => usePage.mutate({ bookId: id, page })}
            />
          </section>
        )}
        {noun === 'series' && <SeriesPages seriesId={id} onPick={(which) => usePage.mutate(which)} />}
      </Stack>
    </Modal>
  );
}

interface OneProps {
  owner: Owner;
  cover: Cover;
  onSelect(): void;
  onRemove(): void;
}

function One({ owner, cover, onSelect, onRemove }: OneProps) {
  const t = useText();
  const { id, source, isSelected, width, height } = cover;
  const size = width && height ? `${width} × ${height}` : '';
  const name = [t(`source_${source}`), size].filter(Boolean).join(', ');
  return (
    <div className={classes.one}>
      <UnstyledButton
        className={classes.choice}
        aria-pressed={isSelected}
        aria-label={t('use', { name })}
        onClick={onSelect}
      >
        <Picture className={classes.picture} src={toCoverUrl(owner, id)} alt="" loading="lazy" />
      </UnstyledButton>
      {isSelected && <Badge className={classes.mark ?? ''}>{t('inUse')}</Badge>}
      <Group justify="space-between" wrap="nowrap" gap={4} mt={4}>
        <small>{name}</small>
        {source === 'custom' && (
          <ActionIcon variant="subtle" color="red" aria-label={t('remove', { name })} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
    </div>
  );
}
