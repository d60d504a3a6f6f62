// The keys of the comic reader, and the switch that turns letters off.
import { Kbd, Modal, Stack, Switch } from '@mantine/core';
import { Fragment } from 'react';
import { useText as useSharedText } from '../../shared/words/index.ts';
import { useText } from '../words/index.ts';
import classes from './bars.module.css';

interface Props {
  isOpen: boolean;
  areLettersOn: boolean;
  onLetters(areOn: boolean): void;
  onClose(): void;
}

export function Help({ isOpen, areLettersOn, onLetters, onClose }: Props) {
  const t = useText();
  const words = useSharedText();
  const rows: [keys: string[], what: string][] = [
    [['←', '→'], t('keyLeftRight')],
    [['↑', '↓'], t('keyUpDown')],
    [[t('space')], t('keySpace')],
    [['Home', 'End'], t('keyHomeEnd')],
    [['Esc'], t('keyEscape')],
    [['m'], t('keyMenu')],
    [['f'], words('fullScreen')],
    [['?', 'h'], t('keyHelp')],
    [['s'], t('settings')],
    [['t'], t('thumbnails')],
    [['g'], t('goToPage')],
    [['d'], t('keyDouble')],
    [['o'], t('keyShift')],
    [['c'], t('keyFit')],
    [['v'], t('keyStrip')],
    [['r'], t('keyDirection')],
    [['n', 'p'], t('keyBooks')],
    [['+', '-', '0'], t('keyZoom')],
  ];
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('keys')}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('close') }}
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
          label={t('lettersOn')}
          checked={areLettersOn}
          onChange={({ currentTarget }) => onLetters(currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}
