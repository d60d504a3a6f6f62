// The fields of restrictions: libraries, sharing tags, age rating, with a preview of the user's series.
import type { Restrictions } from '@lectern/contract/identity/users';
import { MultiSelect, NumberInput, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { libraries } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { sharingTagList } from '../sharing-tags/queries.ts';
import { RestrictionsPreview } from './restrictions-preview.tsx';

interface Props {
  value: Restrictions;
  onChange(next: Restrictions): void;
}

export const noRestrictions: Restrictions = {
  sharedLibraryIds: [],
  sharingTags: [],
  maxAgeRating: null,
  allowUnrated: true,
};

export function RestrictionFields({ value, onChange }: Props) {
  const t = useTranslate();
  const { data: all } = useQuery(libraries);
  const { sharedLibraryIds, maxAgeRating, allowUnrated } = value;
  const isUnlimited = maxAgeRating === null;
  return (
    <Stack>
      <MultiSelect
        label={t('administration.users.onlyLibraries')}
        placeholder={sharedLibraryIds.length === 0 ? t('administration.users.allLibraries') : ''}
        data={all?.data.map((library) => ({ value: library.id, label: library.name })) ?? []}
        clearable
        value={sharedLibraryIds}
        onChange={(ids) => onChange({ ...value, sharedLibraryIds: ids })}
      />
      <TagFields value={value} onChange={onChange} />
      <NumberInput
        label={t('administration.users.maxAge')}
        description={t('administration.users.maxAgeHint')}
        min={0}
        max={99}
        allowDecimal={false}
        value={maxAgeRating ?? ''}
        onChange={(typed) => {
          const age = typeof typed === 'number' ? typed : null;
          // A series without an age rating can be for adults, so that a new limit hides it.
          const isSwitched = isUnlimited !== (age === null);
          onChange({ ...value, maxAgeRating: age, allowUnrated: isSwitched ? age === null : allowUnrated });
        }}
      />
      {!(isUnlimited && allowUnrated) && (
        <Switch
          label={t('administration.users.allowUnrated')}
          checked={allowUnrated}
          onChange={({ currentTarget }) => onChange({ ...value, allowUnrated: currentTarget.checked })}
        />
      )}
      <RestrictionsPreview restrictions={value} />
    </Stack>
  );
}

function TagFields({ value, onChange }: Props) {
  const t = useTranslate();
  const { data: tags } = useQuery(sharingTagList);
  const { sharingTags } = value;
  if (!tags || (tags.data.length === 0 && sharingTags.length === 0)) return null;
  const tagsWith = (wanted: 'allow' | 'deny') =>
    sharingTags.filter(({ access }) => access === wanted).map(({ tagId }) => tagId);
  const setTags = (access: 'allow' | 'deny', ids: readonly string[]) =>
    onChange({
      ...value,
      sharingTags: [
        ...sharingTags.filter((one) => one.access !== access && !ids.includes(one.tagId)),
        ...ids.map((tagId) => ({ tagId, access })),
      ],
    });
  return (['allow', 'deny'] as const).map((access) => (
    <MultiSelect
      key={access}
      label={t(access === 'allow' ? 'administration.users.allowedTags' : 'administration.users.deniedTags')}
      placeholder={tagsWith(access).length === 0 ? t('administration.users.noTags') : ''}
      data={tags.data.map((tag) => ({ value: tag.id, label: tag.name }))}
      value={tagsWith(access)}
      onChange={(ids) => setTags(access, ids)}
      searchable
      clearable
    />
  ));
}
