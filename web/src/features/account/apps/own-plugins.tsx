// Plugins that the user can connect with an account of their own elsewhere.
import type { OwnPlugin, PatchOwnPlugin } from '@lectern/contract/plugins';
import { Button, Card, Group, Stack, Switch, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { ValueForm } from '../../../ui/manage/value-form.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { TrackerPanel } from '../../tracking/index.tsx';

const ownPlugins = queryOptions({
  queryKey: ['own-plugins'],
  queryFn: ({ signal }) => call('GET /api/v1/user/plugins', {}, { signal }),
});

/** Nothing where there is none. */
export function OwnPlugins() {
  const t = useTranslate();
  const { data } = useQuery(ownPlugins);
  if (!data || data.plugins.length === 0) return null;
  return (
    <PageSection title={t('account.plugins')} text={t('account.pluginsText')}>
      {data.plugins.map((plugin) => (
        <OwnPluginCard key={plugin.id} plugin={plugin} />
      ))}
    </PageSection>
  );
}

function OwnPluginCard({ plugin }: { plugin: OwnPlugin }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['own-plugins'], ['tracking']);
  const { id, displayName: name, description, instructions, isEnabled } = plugin;
  const save = (body: PatchOwnPlugin) =>
    act({
      work: () => call('PATCH /api/v1/user/plugins/{id}', { params: { id }, body }),
      done: t('account.pluginSaved', { name }),
    });
  return (
    <Card withBorder maw={640}>
      <Stack>
        <Group justify="space-between">
          <Text fw={600}>{name}</Text>
          <Switch
            checked={isEnabled}
            label={t('account.pluginUse')}
            onChange={(event) => save({ isEnabled: event.currentTarget.checked })}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {instructions ?? description}
        </Text>
        {isEnabled && (
          <ValueForm
            fields={plugin.configFields}
            secrets={plugin.credentials}
            values={plugin.config}
            isBusy={isBusy}
            onSave={(config, credentials) => save({ config, credentials })}
          />
        )}
        {isEnabled && (
          <Group>
            <Button
              variant="default"
              loading={isBusy}
              onClick={() =>
                act({
                  work: () => call('POST /api/v1/user/plugins/{id}/test', { params: { id } }),
                  done: t('account.pluginAnswers', { name }),
                })
              }
            >
              {t('account.pluginTest')}
            </Button>
          </Group>
        )}
        {isEnabled && <TrackerPanel pluginId={id} />}
      </Stack>
    </Card>
  );
}
