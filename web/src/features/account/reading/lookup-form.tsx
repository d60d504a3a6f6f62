// Dictionary URLs of the user, which override the server's.
import { isLookupAddress } from '@lectern/contract/values';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { lookupPreference, type OwnLookups, readOwnLookups, serverLookups } from '../../../api/lookups.ts';
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
  const [own, setOwn] = useState<OwnLookups>(() => readOwnLookups(preferences[lookupPreference]));
  const isRight = (kind: (typeof kinds)[number]) => !own[kind] || isLookupAddress(own[kind]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!kinds.every(isRight)) return;
    act({
      work: () => call('PUT /api/v1/user/preferences', { body: { [lookupPreference]: { ...own } } }),
      done: t('account.reading.lookupSaved'),
    });
  };
  return (
    <PageSection title={t('account.reading.lookup')} text={t('account.reading.lookupText', placeholders)}>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={600}>
          {kinds.map((kind) => (
            <TextInput
              key={kind}
              label={t(`reader.epub.${kind}`)}
              value={own[kind] ?? ''}
              placeholder={ofServer?.[kind] ?? 'https://example.org/search?q={text}'}
              error={isRight(kind) ? undefined : t('account.reading.lookupWrong', placeholders)}
              maxLength={500}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              onChange={({ currentTarget }) => setOwn({ ...own, [kind]: currentTarget.value.trim() })}
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
