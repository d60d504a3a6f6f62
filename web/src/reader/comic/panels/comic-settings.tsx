// The settings of the comic reader, next to the page, which changes immediately.
import { Button, Group, Stack } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { SidePanel } from '../../shared/panel/side-panel.tsx';
import type { SettingsStore } from '../settings/use-settings.ts';
import { LayoutSection } from './layout-section.tsx';
import { PictureSection } from './picture-section.tsx';
import { ReadingSection } from './reading-section.tsx';

interface Props {
  memory: SettingsStore;
  /** Whether pages are currently shown side by side. */
  isDouble: boolean;
  onZones(): void;
  onClose(): void;
}

export function ComicSettings({ memory, isDouble, onZones, onClose }: Props) {
  const t = useTranslate();
  return (
    <SidePanel title={t('reader.comic.settings')} closeLabel={t('reader.comic.close')} onClose={onClose}>
      <Stack gap="lg">
        <LayoutSection {...memory} isDouble={isDouble} />
        <PictureSection {...memory} />
        <ReadingSection {...memory} onZones={onZones} />
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              memory.saveAsDefaults();
              showToast(t('reader.comic.madeUsual'));
            }}
          >
            {t('reader.comic.makeUsual')}
          </Button>
          <Button variant="default" size="xs" onClick={memory.forget}>
            {t('reader.comic.forget')}
          </Button>
        </Group>
      </Stack>
    </SidePanel>
  );
}
