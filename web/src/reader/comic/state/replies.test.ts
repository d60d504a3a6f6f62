import { expect, test } from 'vitest';
import type { Command } from './keys.ts';
import { type Situation, toReply } from './replies.ts';

const paged: Situation = {
  settings: {
    mode: 'paged',
    fit: 'screen',
    direction: 'ltr',
    isShifted: false,
    isCropped: false,
    isSplit: false,
  },
  isDouble: false,
  isGuidedOn: false,
  zoom: 1,
  isMagnifierOn: false,
  hasNextBook: false,
  hasPreviousBook: true,
  hasFullScreen: true,
};
const strip: Situation = { ...paged, settings: { ...paged.settings, mode: 'strip' } };
const double: Situation = { ...paged, isDouble: true };

const guided: Situation = { ...paged, isGuidedOn: true };

const reply = (command: Command, situation = paged) => {
  const { message, params } = toReply(command, situation) ?? {};
  return [message?.replace('reader.comic.', ''), params?.percent]
    .filter((one) => one !== undefined)
    .join(' ');
};

test('answers with the state that a key leads to', () => {
  expect([reply('double'), reply('double', double)]).toEqual(['saidDouble', 'saidSingle']);
  expect([reply('strip'), reply('strip', strip)]).toEqual(['strip', 'saidPaged']);
  expect([reply('fit'), reply('direction'), reply('crop')]).toEqual(['saidFitWidth', 'rtl', 'saidCropOn']);
  expect([reply('guided'), reply('guided', guided)]).toEqual(['guided', 'saidGuidedOff']);
  expect([reply('zoomIn'), reply('zoomOut'), reply('zoomOff')]).toEqual([
    'saidZoom 125',
    'saidZoom 100',
    'saidZoom 100',
  ]);
});

test('answers why a key has no effect', () => {
  expect([reply('shift'), reply('shift', double)]).toEqual(['saidShiftNeedsTwo', 'saidShiftOn']);
  expect([reply('split', double), reply('split', strip), reply('split')]).toEqual([
    'saidSplitNeedsSingle',
    'saidSplitNeedsSingle',
    'saidSplitOn',
  ]);
  expect([reply('crop', strip), reply('fit', strip), reply('guided', strip)]).toEqual([
    'saidPagesOnly',
    'saidPagesOnly',
    'saidPagesOnly',
  ]);
  expect(reply('fit', guided)).toBe('saidNotGuided');
  expect([reply('nextBook'), reply('previousBook')]).toEqual(['noNextBook', '']);
});
