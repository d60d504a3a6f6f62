// The sharing tags of a series. Together with user restrictions, they control who can see it.
import type { Series } from '@lectern/contract/libraries/series';
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { sharingTagList } from '../../administration/index.tsx';

const sharingTagsOf = (id: string) =>
  queryOptions({
    queryKey: ['series', 'sharing-tags', id],
    queryFn: ({ signal }) => call('GET /api/v1/series/{id}/sharing-tags', { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

interface Props {
  series: Pick<Series, 'id' | 'title'>;
  onClose(): void;
}

export function SharingDialog({ series, onClose }: Props) {
  const t = useTranslate();
  const all = useQuery(sharingTagList);
  const own = useQuery(sharingTagsOf(series.id));
  const error = all.error ?? own.error;
  return (
    <Dialog isOpen onClose={onClose} title={t('series.page.sharingTagsOf', { title: series.title })}>
      <Stack>
        <Text size="sm">
          {t('series.page.sharingText')}{' '}
          <AnchorLink to="/administration/sharing-tags" inherit underline="always">
            {t('series.page.manageSharingTags')}
          </AnchorLink>
        </Text>
        {error && <ErrorState error={error} />}
        {!error && !(all.data && own.data) && <LoadingState />}
        {all.data && own.data && (
          <TagChoice
            series={series}
            onClose={onClose}
            tags={all.data.data}
            saved={own.data.sharingTags.map(({ id }) => id)}
          />
        )}
      </Stack>
    </Dialog>
  );
}

interface ChoiceProps extends Props {
  tags: readonly { id: string; name: string; description: string | null }[];
  saved: string[];
}

function TagChoice({ series: { id, title }, tags, saved, onClose }: ChoiceProps) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['series', 'sharing-tags', id], ['sharing-tags']);
  const form = useForm({ initialValues: { tagIds: saved } });
  if (tags.length === 0) return <Text c="dimmed">{t('series.page.noSharingTags')}</Text>;
  const set = (tagIds: string[]) =>
    call('PUT /api/v1/series/{id}/sharing-tags', { params: { id }, body: { tagIds } });
  const submit = form.onSubmit(({ tagIds }) =>
    act({
      work: () => set(tagIds),
      done: t('series.page.sharingTagsSaved', { title }),
      undo: () => set(saved),
      after: onClose,
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Checkbox.Group aria-label={t('series.page.sharingTags')} {...form.getInputProps('tagIds')}>
          <Stack gap="xs">
            {tags.map((tag) => (
              <Checkbox key={tag.id} value={tag.id} label={tag.name} description={tag.description} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Button type="submit" loading={isBusy}>
          {t('series.page.save')}
        </Button>
      </Stack>
    </form>
  );
}
