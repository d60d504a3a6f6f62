// Where taps turn pages, chosen: by a name, or looked at over the page.
import { Button, Group } from '@mantine/core';
import { Flag, OneOf } from '../settings/inputs.tsx';
import { useText } from '../words/index.ts';
import { type Tapping, zonePresets } from './zones.ts';

interface Props {
  tapping: Tapping;
  onChange(part: Partial<Tapping>): void;
  /** Shows them. */
  onShow(): void;
}

const names = {
  sides: 'zonesSides',
  lShape: 'zonesLShape',
  kindle: 'zonesKindle',
  edges: 'zonesEdges',
  none: 'zonesNone',
} as const;

export function TappingChoice({ tapping: { zones, isInverted }, onChange, onShow }: Props) {
  const t = useText();
  return (
    <>
      <Group align="end" wrap="nowrap">
        <OneOf
          label={t('zones')}
          value={zones}
          data={zonePresets.map((value) => ({ value, label: t(names[value]) }))}
          onChange={(zones) => onChange({ zones })}
        />
        <Button variant="default" onClick={onShow}>
          {t('showZones')}
        </Button>
      </Group>
      <Flag label={t('inverted')} value={isInverted} onChange={(isInverted) => onChange({ isInverted })} />
    </>
  );
}
