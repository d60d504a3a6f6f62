// The restrictions of a user: libraries, sharing tags, age rating.
import type { Restrictions, User } from '@lectern/contract/identity/users';
import { Button, Group, MultiSelect, NumberInput, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { libraries } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { sharingTagList } from '../sharing-tags/queries.ts';
import { restrictionsOf } from './queries.ts';

export function RestrictionsForm({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(restrictionsOf(user.id));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return <Fields key={JSON.stringify(data)} user={user} saved={data} />;
}

function Fields({ user: { id, username }, saved }: { user: User; saved: Restrictions }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['users', 'restrictions', id]);
  const { data: all } = useQuery(libraries);
  const { data: tags } = useQuery(sharingTagList);
  const form = useForm({ initialValues: saved });
  const { sharedLibraryIds, sharingTags, maxAgeRating } = form.values;
  const tagsWith = (wanted: 'allow' | 'deny') =>
    sharingTags.filter(({ access }) => access === wanted).map(({ tagId }) => tagId);
  const setTags = (access: 'allow' | 'deny', ids: readonly string[]) =>
    form.setFieldValue('sharingTags', [
      ...sharingTags.filter((one) => one.access !== access && !ids.includes(one.tagId)),
      ...ids.map((tagId) => ({ tagId, access })),
    ]);
  const submit = form.onSubmit((body) =>
    act({
      work: () => call('PUT /api/v1/users/{id}/restrictions', { params: { id }, body }),
      done: t('administration.users.restrictionsSaved', { name: username }),
      undo: () => call('PUT /api/v1/users/{id}/restrictions', { params: { id }, body: saved }),
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack maw={560}>
        <MultiSelect
          label={t('administration.users.onlyLibraries')}
          placeholder={sharedLibraryIds.length === 0 ? t('administration.users.allLibraries') : ''}
          data={all?.data.map((library) => ({ value: library.id, label: library.name })) ?? []}
          clearable
          {...form.getInputProps('sharedLibraryIds')}
        />
        {(['allow', 'deny'] as const).map((access) => (
          <MultiSelect
            key={access}
            label={t(
              access === 'allow' ? 'administration.users.allowedTags' : 'administration.users.deniedTags',
            )}
            placeholder={tagsWith(access).length === 0 ? t('administration.users.noTags') : ''}
            data={tags?.data.map((tag) => ({ value: tag.id, label: tag.name })) ?? []}
            value={tagsWith(access)}
            onChange={(ids) => setTags(access, ids)}
            searchable
            clearable
          />
        ))}
        <MaxAge
          value={form.values.maxAgeRating}
          onChange={(next) => form.setFieldValue('maxAgeRating', next)}
        />
        <Switch
          label={t('administration.users.allowUnrated')}
          disabled={maxAgeRating === null}
          {...form.getInputProps('allowUnrated', { type: 'checkbox' })}
        />
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('administration.users.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function MaxAge({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const t = useTranslate();
  return (
    <NumberInput
      label={t('administration.users.maxAge')}
      description={t('administration.users.maxAgeHint')}
      min={0}
      max={99}
      allowDecimal={false}
      value={value ?? ''}
      onChange={(age) => onChange(typeof age === 'number' ? age : null)}
    />
  );
}
