// Exports of the tracking feature. Loaded when first needed.
import { Menu } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { loadable } from '../../ui/loadable.tsx';
import { type Noun, trackers } from './queries.ts';

const Panel = loadable(async () => (await import('./panel.tsx')).TrackerPanel);

export const TrackingDialog = loadable(async () => (await import('./dialog.tsx')).TrackingDialog);

/** The tracking settings of a plugin. Renders nothing for a plugin without tracking. */
export function TrackerPanel({ pluginId }: { pluginId: string }) {
  const { data } = useQuery(trackers);
  const tracker = data?.trackers.find(({ id }) => id === pluginId);
  return tracker ? <Panel tracker={tracker} /> : null;
}

/** The menu entry of a series or book. Renders nothing if the user has connected no service. */
export function TrackingItem({ noun, onOpen }: { noun: Noun; onOpen(): void }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { data } = useQuery({ ...trackers, enabled: hasPermission('progress:write') });
  if (!data?.trackers.some((tracker) => tracker.isConnected && tracker.noun === noun)) return null;
  return (
    <Menu.Item leftSection={<IconListCheck size={16} />} onClick={onOpen}>
      {t('tracking.item')}
    </Menu.Item>
  );
}
