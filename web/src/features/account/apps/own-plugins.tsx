// Plugins that the user can connect to their account at an online service.
import type { OwnPlugin, OwnPluginState, PatchOwnPlugin } from '@lectern/contract/plugins/plugins';
import { Alert, Badge, Button, Card, Group, Stack, Switch, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useProviderText } from '../../../i18n/provider-text.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { ValueForm } from '../../../ui/manage/value-form.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { TrackerPanel } from '../../tracking/index.tsx';

const ownPlugins = queryOptions({
  queryKey: ['own-plugins'],
  queryFn: ({ signal }) => call('GET /api/v1/user/plugins', {}, { signal }),
});

/** Renders nothing if there are no such plugins. */
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

const colours: Record<OwnPluginState, string> = {
  disabled: 'gray',
  not_connected: 'yellow',
  refused: 'red',
  ready: 'green',
};

function OwnPluginCard({ plugin }: { plugin: OwnPlugin }) {
  const t = useTranslate();
  const toText = useProviderText();
  const { act, isBusy } = useAction(['own-plugins'], ['tracking']);
  const { id, displayName: name, description, instructions, isEnabled, state, failure } = plugin;
  const save = (body: PatchOwnPlugin) =>
    act({
      work: () => call('PATCH /api/v1/user/plugins/{id}', { params: { id }, body }),
      done: t('account.pluginSaved', { name }),
    });
  const hasForm = plugin.configFields.length + plugin.credentials.length > 0;
  return (
    <Card withBorder maw={640}>
      <Stack>
        <Group justify="space-between">
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            {isEnabled && (
              <Badge variant="light" color={colours[state]}>
                {t(`account.pluginStates.${state}`)}
              </Badge>
            )}
          </Group>
          <Switch
            checked={isEnabled}
            label={t('account.pluginUse')}
            onChange={(event) => save({ isEnabled: event.currentTarget.checked })}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {toText(instructions ?? description)}
        </Text>
        <WayBack pluginId={id} name={name} />
        {isEnabled && failure !== null && <Alert color="red" title={failure} />}
        {isEnabled && <Connection plugin={plugin} />}
        {isEnabled && hasForm && (
          <ValueForm
            key={`${plugin.isConnected}`}
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
                  done: ({ username }) =>
                    username === null
                      ? t('account.pluginAnswers', { name })
                      : t('account.pluginConnectedAs', { name, username }),
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

/** Signs in to the service, and disconnects from it. */
function Connection({ plugin }: { plugin: OwnPlugin }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['own-plugins']);
  const { id, displayName: name, canConnect, isConnected, credentials } = plugin;
  const connect = () =>
    act({
      work: async () => {
        const body = { redirectTo: '/account/apps' };
        const { authorizationUrl } = await call('POST /api/v1/user/plugins/{id}/authorize', {
          params: { id },
          body,
        });
        location.assign(authorizationUrl);
      },
    });
  const forget = () =>
    act({
      work: () =>
        call('PATCH /api/v1/user/plugins/{id}', {
          params: { id },
          body: {
            credentials: Object.fromEntries(
              ['access_token', ...credentials.map(({ key }) => key)].map((key) => [key, null]),
            ),
          },
        }),
      done: t('account.pluginDisconnected', { name }),
    });
  const canForget = isConnected && (canConnect || credentials.length > 0);
  if (!canConnect && !canForget) return null;
  return (
    <Group>
      {canConnect && (
        <Button loading={isBusy} variant={isConnected ? 'default' : 'filled'} onClick={connect}>
          {t(isConnected ? 'account.pluginReconnect' : 'account.pluginConnect')}
        </Button>
      )}
      {canForget && (
        <Button variant="default" color="red" loading={isBusy} onClick={forget}>
          {t('account.pluginDisconnect')}
        </Button>
      )}
    </Group>
  );
}

/** The result of a sign-in at the service, from which the browser has just returned. */
function WayBack({ pluginId, name }: { pluginId: string; name: string }) {
  const t = useTranslate();
  const search = new URLSearchParams(location.search);
  if (search.get('plugin') !== pluginId) return null;
  switch (search.get('outcome')) {
    case 'connected':
      return <Alert color="green" title={t('account.pluginConnected', { name })} />;
    case 'denied':
      return <Alert color="yellow" title={t('account.pluginDenied', { name })} />;
    default:
      return <Alert color="red" title={t('account.pluginNotConnected', { name })} />;
  }
}
