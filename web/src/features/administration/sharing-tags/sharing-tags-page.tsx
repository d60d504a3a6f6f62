// Sharing tags, which control who can see a series.
import type { SharingTag } from '@lectern/contract/identity/sharing-tags';
import { Button, Menu, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { NameInput } from '../../../ui/manage/name-input.tsx';
import { Head, Row, RowMenu, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { sharingTagList } from './queries.ts';

export function SharingTagsPage() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { data, error, refetch } = useQuery(sharingTagList);
  const { runAction } = useAction(['sharing-tags']);
  const [open, setOpen] = useState<SharingTag | 'new'>();
  const remove = ({ id, name }: SharingTag) =>
    openConfirmation({
      title: t('administration.sharingTags.removeTitle', { name }),
      text: t('administration.sharingTags.removeText'),
      action: t('administration.sharingTags.remove'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/admin/sharing-tags/{id}', { params: { id } }),
          done: t('administration.sharingTags.removed', { name }),
        }),
    });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.sharingTags.title')} />;
  const mayWrite = hasPermission('users:write');
  return (
    <>
      <TagDialog open={open} onClose={() => setOpen(undefined)} />
      <Head title={t('administration.sharingTags.title')} text={t('administration.sharingTags.about')}>
        {mayWrite && (
          <Button leftSection={<IconTag size={16} />} onClick={() => setOpen('new')}>
            {t('administration.sharingTags.make')}
          </Button>
        )}
      </Head>
      {data.total === 0 && <Text c="dimmed">{t('administration.sharingTags.none')}</Text>}
      <Rows label={t('administration.sharingTags.title')}>
        {data.data.map((tag) => (
          <Row
            key={tag.id}
            title={tag.name}
            lines={[
              tag.description,
              <AnchorLink
                key="series"
                to="/series"
                search={{ filter: { sharingTag: { operator: 'is', value: tag.name } } }}
              >
                {t('administration.sharingTags.series', { count: tag.seriesCount })}
              </AnchorLink>,
            ]}
            actions={
              mayWrite && (
                <>
                  <Button
                    variant="default"
                    onClick={() => setOpen(tag)}
                    aria-label={t('administration.sharingTags.editNamed', { name: tag.name })}
                  >
                    {t('administration.sharingTags.edit')}
                  </Button>
                  <RowMenu name={tag.name}>
                    <Menu.Item color="red" onClick={() => remove(tag)}>
                      {t('administration.sharingTags.remove')}
                    </Menu.Item>
                  </RowMenu>
                </>
              )
            }
          />
        ))}
      </Rows>
    </>
  );
}

function TagDialog({ open, onClose }: { open: SharingTag | 'new' | undefined; onClose(): void }) {
  const t = useTranslate();
  const tag = open === 'new' ? undefined : open;
  return (
    <Dialog
      isOpen={open !== undefined}
      onClose={onClose}
      title={
        tag
          ? t('administration.sharingTags.editNamed', { name: tag.name })
          : t('administration.sharingTags.make')
      }
    >
      <TagFields key={tag?.id ?? 'new'} tag={tag} onClose={onClose} />
    </Dialog>
  );
}

function TagFields({ tag, onClose }: { tag: SharingTag | undefined; onClose(): void }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['sharing-tags']);
  const form = useForm({
    initialValues: { name: tag?.name ?? '', description: tag?.description ?? '' },
    transformValues: ({ name, description }) => ({ name, description: description.trim() || null }),
  });
  const submit = form.onSubmit((body) =>
    act({
      work: () =>
        tag
          ? call('PATCH /api/v1/admin/sharing-tags/{id}', { params: { id: tag.id }, body })
          : call('POST /api/v1/admin/sharing-tags', { body }),
      done: t('administration.sharingTags.saved', { name: body.name }),
      after: onClose,
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <NameInput label={t('administration.sharingTags.name')} {...form.getInputProps('name')} />
        <Textarea
          label={t('administration.sharingTags.description')}
          maxLength={1_000}
          autosize
          {...form.getInputProps('description')}
        />
        <Button type="submit" loading={isBusy}>
          {t('administration.sharingTags.save')}
        </Button>
      </Stack>
    </form>
  );
}
