// One setting: its value in a control that fits it, what the configuration says, who set it.
import type { Setting } from '@lectern/contract/settings';
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { useFormat } from '../../../i18n/format.ts';
import { nameOf, say, type Value } from './describe.ts';
import { SettingControl } from './setting-control.tsx';
import { SettingHistory } from './setting-history.tsx';
import { useText } from './words/index.ts';

export function SettingRow({ setting, isReadOnly }: { setting: Setting; isReadOnly: boolean }) {
  const t = useText();
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
      done: t('saved', { name }),
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
            <Button type="submit" size="xs" loading={isBusy} aria-label={t('saveNamed', { name })}>
              {t('save')}
            </Button>
          )}
          {!isDefault && !isReadOnly && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('resetNamed', { name })}
              onClick={() =>
                act({
                  work: reset,
                  done: t('wasReset', { name }),
                  undo: () => put(setting.value),
                  after: () => setDraft(undefined),
                })
              }
            >
              {t('reset')}
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={open} aria-label={t('historyOf', { name })}>
            {t('history')}
          </Button>
        </Group>
      </Stack>
      <SettingHistory setting={setting} name={name} isOpen={isHistoryOpen} onClose={close} />
    </form>
  );
}

function Origin({ setting }: { setting: Setting }) {
  const t = useText();
  const format = useFormat();
  const { key, isDefault, updatedAt, updatedBy } = setting;
  const when = updatedAt ? format.ago(updatedAt) : '';
  const set = updatedBy ? t('changed', { when, name: updatedBy.username }) : t('changedBySomebody', { when });
  const facts = isDefault
    ? [t('isDefault')]
    : [t('default', { value: say(setting, setting.default, { t, format }) }), set];
  return (
    <Text size="xs" c="dimmed">
      {facts.join(' · ')} · <Code fz="xs">{key}</Code>
    </Text>
  );
}
