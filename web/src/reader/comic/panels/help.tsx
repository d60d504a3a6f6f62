// The keyboard shortcuts of the comic reader, and a switch that disables single-letter shortcuts.
import { Kbd, Modal, Stack, Switch } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './help.module.css';

interface Props {
  isOpen: boolean;
  areLettersOn: boolean;
  onLetters(areOn: boolean): void;
  onClose(): void;
}

export function Help({ isOpen, areLettersOn, onLetters, onClose }: Props) {
  const t = useTranslate();
  const rows: [keys: string[], what: string][] = [
    [['←', '→'], t('reader.comic.keyLeftRight')],
    [['↑', '↓'], t('reader.comic.keyUpDown')],
    [[t('reader.comic.space')], t('reader.comic.keySpace')],
    [['Home', 'End'], t('reader.comic.keyHomeEnd')],
    [['Esc'], t('reader.comic.keyEscape')],
    [['m'], t('reader.comic.keyMenu')],
    [['f'], t('reader.shared.fullScreen')],
    [['?', 'h'], t('reader.comic.keyHelp')],
    [['s'], t('reader.comic.settings')],
    [['t'], t('reader.comic.thumbnails')],
    [['g'], t('reader.comic.guided')],
    [[t('reader.comic.space')], t('reader.comic.keyPeek')],
    [['j'], t('reader.comic.goToPage')],
    [['d'], t('reader.comic.keyDouble')],
    [['o'], t('reader.comic.keyShift')],
    [['c'], t('reader.comic.keyFit')],
    [['v'], t('reader.comic.keyStrip')],
    [['x'], t('reader.comic.keyCrop')],
    [['w'], t('reader.comic.keySplit')],
    [['r'], t('reader.comic.keyDirection')],
    [['b'], t('reader.comic.keyBookmark')],
    [['k'], t('reader.comic.bookmarks')],
    [['z'], t('reader.comic.keyMagnifier')],
    [['a'], t('reader.comic.keySlideshow')],
    [['i'], t('reader.shared.incognito')],
    [['n', 'p'], t('reader.comic.keyBooks')],
    [['+', '-', '0'], t('reader.comic.keyZoom')],
  ];
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('reader.comic.keys')}
      size="xl"
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('reader.comic.close') }}
    >
      <Stack>
        <dl className={classes.keys}>
          {rows.map(([keys, what]) => (
            <Fragment key={what}>
              <dt>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </Fragment>
          ))}
        </dl>
        <Switch
          label={t('reader.comic.lettersOn')}
          checked={areLettersOn}
          onChange={({ currentTarget }) => onLetters(currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}
