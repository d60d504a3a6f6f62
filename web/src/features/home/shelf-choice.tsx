// Shows, hides and orders the shelves, with a switch and two arrow buttons for each.
import { ActionIcon, Button, Group, Modal, Stack, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslate } from '../../i18n/translate.ts';
import { toMoved, withShelf } from './plan.ts';
import { shelfMessages } from './shelves.tsx';
import type { Home } from './use-home.ts';

interface Props {
  home: Home;
  onClose(): void;
}

export function ShelfChoice({ home: { plan, pinned, choice, change }, onClose }: Props) {
  const t = useTranslate();
  const keys = plan.map(({ key }) => key);
  const nameOf = (key: string) => {
    const words = Object.entries(shelfMessages).find(([shelf]) => shelf === key)?.[1];
    return words ? t(`home.${words}`) : (pinned.find(({ id }) => key === `preset:${id}`)?.name ?? '');
  };
  const show = (key: string, isShown: boolean) => change(withShelf(choice, key, isShown));
  const move = (key: string, by: -1 | 1) => change({ ...choice, order: toMoved(keys, key, by) });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('home.chooseShelves')}
      closeButtonProps={{ 'aria-label': t('home.close') }}
    >
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {plan.map(({ key, isHidden }, index) => (
          <Group key={key} component="li" justify="space-between" wrap="nowrap" mih={44}>
            <Switch
              label={nameOf(key)}
              checked={!isHidden}
              onChange={(event) => show(key, event.currentTarget.checked)}
            />
            <Group gap={4} wrap="nowrap">
              <ActionIcon
                variant="default"
                size="lg"
                disabled={index === 0}
                aria-label={t('home.moveUp', { shelf: nameOf(key) })}
                onClick={() => move(key, -1)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size="lg"
                disabled={index === plan.length - 1}
                aria-label={t('home.moveDown', { shelf: nameOf(key) })}
                onClick={() => move(key, 1)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
            </Group>
          </Group>
        ))}
      </Stack>
      <Group justify="space-between" mt="lg">
        <Button variant="subtle" onClick={() => change({ order: [], hidden: [], shown: [], dismissed: {} })}>
          {t('home.asAtFirst')}
        </Button>
        <Button onClick={onClose}>{t('home.done')}</Button>
      </Group>
    </Modal>
  );
}
