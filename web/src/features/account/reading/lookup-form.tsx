// Dictionary URLs of the user, which override the server's.
import { isLookupAddress } from '@lectern/contract/values';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { lookupPreference, readOwnLookups, serverLookups } from '../../../api/lookups.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { useAction } from '../../../ui/use-action.ts';
import type { Preferences } from './preferences-file.ts';

const kinds = ['dictionary', 'translation'] as const;
const placeholders = { text: '{text}', language: '{language}', to: '{to}' };

export function LookupForm({ preferences }: { preferences: Preferences }) {
  const t = useTranslate();
  const { data: ofServer } = useQuery(serverLookups);
  const { act, isBusy } = useAction(['preferences'], serverLookups.queryKey);
  const check = (url: string) =>
    url.trim() === '' || isLookupAddress(url.trim()) ? null : t('account.reading.lookupWrong', placeholders);
  const { dictionary = '', translation = '' } = readOwnLookups(preferences[lookupPreference]);
  const form = useForm({
    initialValues: { dictionary, translation },
    validate: { dictionary: check, translation: check },
    validateInputOnChange: true,
    transformValues: (urls) => ({ dictionary: urls.dictionary.trim(), translation: urls.translation.trim() }),
  });
  const submit = form.onSubmit((urls) =>
    act({
      work: () => call('PUT /api/v1/user/preferences', { body: { [lookupPreference]: urls } }),
      done: t('account.reading.lookupSaved'),
    }),
  );
  return (
    <PageSection title={t('account.reading.lookup')} text={t('account.reading.lookupText', placeholders)}>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={600}>
          {kinds.map((kind) => (
            <TextInput
              key={kind}
              label={t(`reader.epub.${kind}`)}
              placeholder={ofServer?.[kind] ?? 'https://example.org/search?q={text}'}
              maxLength={500}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps(kind)}
            />
          ))}
          <Group>
            <Button type="submit" variant="default" loading={isBusy}>
              {t('account.reading.lookupSave')}
            </Button>
          </Group>
        </Stack>
      </form>
    </PageSection>
  );
}
