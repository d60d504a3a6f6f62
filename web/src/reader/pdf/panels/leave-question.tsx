// A link of the document leads out of it: where, and whether to go there.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useText } from '../words/index.ts';

interface Props {
  url: string | undefined;
  onClose(): void;
}

const isWeb = (url: string): boolean => /^(https?|mailto):/i.test(url);

export function LeaveQuestion({ url, onClose }: Props) {
  const t = useText();
  return (
    <Modal
      opened={url !== undefined}
      onClose={onClose}
      title={t('leaving')}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>{url}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          {url !== undefined && isWeb(url) && (
            <Button component="a" href={url} target="_blank" rel="noopener noreferrer" onClick={onClose}>
              {t('openThere')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
