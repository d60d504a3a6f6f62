// Asks before an external link is opened.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';

interface Props {
  url: string | undefined;
  onClose(): void;
}

const isWeb = (url: string): boolean => /^(https?|mailto):/i.test(url);

export function ExternalLinkDialog({ url, onClose }: Props) {
  const t = useTranslate();
  return (
    <Modal
      opened={url !== undefined}
      onClose={onClose}
      title={t('reader.pdf.leaving')}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('reader.pdf.close') }}
    >
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>{url}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('reader.pdf.cancel')}
          </Button>
          {url !== undefined && isWeb(url) && (
            <Button component="a" href={url} target="_blank" rel="noopener noreferrer" onClick={onClose}>
              {t('reader.pdf.openThere')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
