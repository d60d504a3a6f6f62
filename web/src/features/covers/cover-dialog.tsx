// Selects the cover of a series or a book: an existing cover, a provider's cover, an upload, or a page.
import type { Cover } from '@lectern/contract/serving/covers';
import { ActionIcon, Badge, Button, Group, Modal, Stack, Title, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../i18n/translate.ts';
import { Picture } from '../../ui/cards/picture.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';
import classes from './covers.module.css';
import { PagePicker } from './page-picker.tsx';
import { ProviderCovers } from './provider-covers.tsx';
import { SeriesPages } from './series-pages.tsx';
import { coversOf, type Owner, toCoverUrl, useCovers } from './use-covers.ts';

const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

export interface CoverDialogProps extends Owner {
  /** Set for a book, to select one of its pages. */
  pageCount?: number;
  onClose(): void;
}

export function CoverDialog({ noun, id, pageCount = 0, onClose }: CoverDialogProps) {
  const t = useTranslate();
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
      title={t('covers.title')}
      size="xl"
      fullScreen={isNarrow ?? false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="lg" aria-busy={isBusy}>
        <section aria-label={t('covers.yours')}>
          {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
          {found.isPending && <LoadingState of={t('covers.yours')} />}
          <ul className={classes.grid}>
            {covers.map((cover) => (
              <li key={cover.id}>
                <CoverItem
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
              {t('covers.automatic')}
            </Button>
          </Group>
        </section>
        <ProviderCovers owner={owner} />
        <section aria-label={t('covers.upload')}>
          <Title order={3} size="h5" mb="xs">
            {t('covers.upload')}
          </Title>
          <DropZone
            icon={<IconPhotoUp size={32} aria-hidden="true" />}
            text={t('covers.dropHere')}
            label={t('covers.choose')}
            variant="default"
            isBusy={upload.isPending}
            accept={uploadTypes}
            onFiles={([file]) => file && upload.mutate(file)}
            onReject={() => showToast(t('covers.notAPicture'))}
          />
        </section>
        {noun === 'books' && pageCount > 0 && (
          <section aria-label={t('covers.fromPages')}>
            <Title order={3} size="h5" mb="xs">
              {t('covers.fromPages')}
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

interface CoverItemProps {
  owner: Owner;
  cover: Cover;
  onSelect(): void;
  onRemove(): void;
}

function CoverItem({ owner, cover, onSelect, onRemove }: CoverItemProps) {
  const t = useTranslate();
  const { id, source, providerName, isSelected, width, height } = cover;
  const size = width && height ? `${width} × ${height}` : '';
  const from = providerName ? t('covers.ofProvider', { name: providerName }) : t(`covers.source_${source}`);
  const name = [from, size].filter(Boolean).join(', ');
  return (
    <div className={classes.one}>
      <UnstyledButton
        className={classes.choice}
        aria-pressed={isSelected}
        aria-label={t('covers.use', { name })}
        onClick={onSelect}
      >
        <Picture className={classes.picture} src={toCoverUrl(owner, id)} alt="" loading="lazy" />
      </UnstyledButton>
      {isSelected && <Badge className={classes.mark ?? ''}>{t('covers.inUse')}</Badge>}
      <Group justify="space-between" wrap="nowrap" gap={4} mt={4}>
        <small>{name}</small>
        {(source === 'custom' || source === 'provider') && (
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('covers.remove', { name })}
            onClick={onRemove}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
    </div>
  );
}
