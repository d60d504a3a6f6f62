// One setting: control, default value, last change.
import type { Setting } from '@lectern/contract/system/settings';
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useAction } from '../../../ui/use-action.ts';
import { describeValue, nameOf, type Value } from './describe.ts';
import { SettingControl } from './setting-control.tsx';
import { SettingHistory } from './setting-history.tsx';

export function SettingRow({ setting, isReadOnly }: { setting: Setting; isReadOnly: boolean }) {
  const t = useTranslate();
  const [isHistoryOpen, { open, close }] = useDisclosure(false);
  const { act, isBusy } = useAction(['settings'], ['setup']);
  const [draft, setDraft] = useState<Value>();
  const { key, isDefault } = setting;
  const name = nameOf(setting, t);
  const value = draft ?? setting.value;
  const isChanged = draft !== undefined && draft !== setting.value;
  const params = { key };
  const reset = () => call('POST /api/v1/admin/settings/{key}/reset', { params });
  const put = (wanted: Value) =>
    call('PUT /api/v1/admin/settings/{key}', { params, body: { value: wanted } });
  const back = () => (isDefault ? reset() : put(setting.value));
  const save = (wanted: Value) =>
    act({
      work: () => put(wanted),
      done: t('administration.settings.saved', { name }),
      undo: back,
      after: () => setDraft(undefined),
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft !== undefined) save(draft);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <SettingControl
          setting={setting}
          label={name}
          value={value}
          isReadOnly={isReadOnly}
          onChange={(wanted, isWhole) => (isWhole ? save(wanted) : setDraft(wanted))}
        />
        <Group gap="xs">
          <Origin setting={setting} />
          {isChanged && (
            <Button
              type="submit"
              size="xs"
              loading={isBusy}
              aria-label={t('administration.settings.saveNamed', { name })}
            >
              {t('administration.settings.save')}
            </Button>
          )}
          {!isDefault && !isReadOnly && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('administration.settings.resetNamed', { name })}
              onClick={() =>
                act({
                  work: reset,
                  done: t('administration.settings.wasReset', { name }),
                  undo: () => put(setting.value),
                  after: () => setDraft(undefined),
                })
              }
            >
              {t('administration.settings.reset')}
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            onClick={open}
            aria-label={t('administration.settings.historyOf', { name })}
          >
            {t('administration.settings.history')}
          </Button>
        </Group>
      </Stack>
      <SettingHistory setting={setting} name={name} isOpen={isHistoryOpen} onClose={close} />
    </form>
  );
}

function Origin({ setting }: { setting: Setting }) {
  const t = useTranslate();
  const format = useFormat();
  const { key, isDefault, updatedAt, updatedBy } = setting;
  const when = updatedAt ? format.ago(updatedAt) : '';
  const set = updatedBy
    ? t('administration.settings.changed', { when, name: updatedBy.username })
    : t('administration.settings.changedBySomebody', { when });
  const facts = isDefault
    ? [t('administration.settings.isDefault')]
    : [
        t('administration.settings.default', {
          value: describeValue(setting, setting.default, { t, format }),
        }),
        set,
      ];
  return (
    <Text size="xs" c="dimmed">
      {facts.join(' · ')} · <Code fz="xs">{key}</Code>
    </Text>
  );
}
