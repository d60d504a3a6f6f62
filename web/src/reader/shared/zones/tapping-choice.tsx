// Selects the tap zones by name, with a preview over the page.
import { Button, Group } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { SelectInput, SwitchInput } from '../settings/inputs.tsx';
import { type Tapping, zonePresets } from './zones.ts';

interface Props {
  tapping: Tapping;
  onChange(part: Partial<Tapping>): void;
  /** Shows the zones over the page. */
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
  const t = useTranslate();
  return (
    <>
      <Group align="end" wrap="nowrap">
        <SelectInput
          label={t('reader.shared.zones')}
          value={zones}
          data={zonePresets.map((value) => ({ value, label: t(`reader.shared.${names[value]}`) }))}
          onChange={(zones) => onChange({ zones })}
        />
        <Button variant="default" onClick={onShow}>
          {t('reader.shared.showZones')}
        </Button>
      </Group>
      <SwitchInput
        label={t('reader.shared.inverted')}
        value={isInverted}
        onChange={(isInverted) => onChange({ isInverted })}
      />
    </>
  );
}
