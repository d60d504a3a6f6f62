// The state of a plugin.
import type { PluginState } from '@lectern/contract/plugins/plugins';
import { Badge } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';

const colours: Record<PluginState, string> = {
  disabled: 'gray',
  failed: 'red',
  offline: 'gray',
  unrestricted: 'red',
  needs_setup: 'yellow',
  waiting: 'yellow',
  ready: 'green',
};

export function StateBadge({ state }: { state: PluginState }) {
  const t = useTranslate();
  return (
    <Badge variant="light" color={colours[state]}>
      {t(`administration.plugins.states.${state}`)}
    </Badge>
  );
}
