// The tap zones over the page, on first use and as a preview.
import { Button, Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './zones.module.css';
import { type Direction, type Tapping, toZones } from './zones.ts';

interface Props {
  tapping: Tapping;
  direction: Direction;
  onClose(): void;
}

const percent = (share: number) => `${share * 100}%`;

export function ZonesOverlay({ tapping, direction, onClose }: Props) {
  const t = useTranslate();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: any key closes it, because the reader listens to all keys
    // biome-ignore lint/a11y/noStaticElementInteractions: the button has the same effect
    <div className={classes.zones} onClick={onClose}>
      {toZones({ ...tapping, direction }).map(({ action, x, y, width, height }) => (
        <div
          key={`${x} ${y}`}
          className={classes.zone}
          data-action={action}
          style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
        >
          {t(action === 'next' ? 'reader.shared.zoneNext' : 'reader.shared.zonePrevious')}
        </div>
      ))}
      <div className={classes.hint} role="status">
        <Text size="sm">
          {t(tapping.zones === 'none' ? 'reader.shared.zonesHintNone' : 'reader.shared.zonesHint')}
        </Text>
        <Button onClick={onClose}>{t('reader.shared.gotIt')}</Button>
      </div>
    </div>
  );
}
