// The language of the interface: stored with the account, or for this device only.
import { keysOf } from '@lectern/contract/records';
import { Select, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { call } from '../../../api/call.ts';
import { me } from '../../../api/queries.ts';
import {
  applyAccountLanguage,
  findOwnLanguage,
  setLanguage,
  setOwnLanguage,
  useLanguage,
} from '../../../i18n/language.ts';
import { isLanguage, type Language, languages } from '../../../i18n/languages.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useAction } from '../../../ui/use-action.ts';

export function LanguageSelect() {
  const t = useTranslate();
  const { data: user } = useQuery(me);
  const language = useLanguage();
  const { act, isBusy } = useAction(me.queryKey);
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  if (!user) return null;
  const isOwn = findOwnLanguage(user.id) !== undefined;
  const change = (next: Language) => {
    setLanguage(next);
    if (isOwn) setOwnLanguage(user.id, next);
    else act({ work: () => call('PUT /api/v1/user/language', { body: { language: next } }) });
  };
  return (
    <Stack gap="xs">
      <Select
        label={t('account.language')}
        data={keysOf(languages).map((value) => ({ value, label: languages[value] }))}
        value={language}
        allowDeselect={false}
        disabled={isBusy}
        onChange={(value) => isLanguage(value) && change(value)}
      />
      <Switch
        label={t('account.languageHere')}
        description={t('account.languageHereHint')}
        checked={isOwn}
        onChange={({ currentTarget }) => {
          setOwnLanguage(user.id, currentTarget.checked ? language : undefined);
          if (!currentTarget.checked) applyAccountLanguage(user);
          lookAgain();
        }}
      />
    </Stack>
  );
}
