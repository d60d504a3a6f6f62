// The places that can be tapped, shown on the first opening and when they are chosen.
import { Button, Text } from '@mantine/core';
import type { Settings } from '../state/settings.ts';
import { toZones } from '../state/zones.ts';
import { useText } from '../words/index.ts';
import classes from './stage.module.css';

interface Props {
  settings: Settings;
  onClose(): void;
}

const percent = (share: number) => `${share * 100}%`;

export function ZonesOverlay({ settings, onClose }: Props) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: any key closes it, as the reader hears all of them
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
    <div className={classes.zones} onClick={onClose}>
      {toZones(settings).map(({ action, x, y, width, height }) => (
        <div
          key={`${x} ${y}`}
          className={classes.zone}
          data-action={action}
          style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
        >
          {t(action === 'next' ? 'zoneNext' : 'zonePrevious')}
        </div>
      ))}
      <div className={classes.hint} role="status">
        <Text size="sm">{t(settings.zones === 'none' ? 'zonesHintNone' : 'zonesHint')}</Text>
        <Button onClick={onClose}>{t('gotIt')}</Button>
      </div>
    </div>
  );
}
