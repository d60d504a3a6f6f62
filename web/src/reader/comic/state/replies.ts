// The short answers of the comic reader to keys whose effect may be invisible. Uses no browser API.
import type { MessageKey } from '../../../i18n/translate.ts';
import { clampZoom } from '../geometry/sizes.ts';
import type { Command } from './keys.ts';
import { nextDirection, nextFit, type Settings } from './settings.ts';

/** The state before the command runs. */
export interface Situation {
  settings: Pick<Settings, 'mode' | 'fit' | 'direction' | 'isShifted' | 'isCropped' | 'isSplit'>;
  isDouble: boolean;
  isGuidedOn: boolean;
  zoom: number;
  isMagnifierOn: boolean;
  hasNextBook: boolean;
  hasPreviousBook: boolean;
  hasFullScreen: boolean;
}

export interface Reply {
  message: MessageKey;
  params?: { percent: number };
}

export const zoomStep = 1.25;

const fitNames = {
  screen: 'reader.comic.saidFitScreen',
  width: 'reader.comic.saidFitWidth',
  height: 'reader.comic.saidFitHeight',
  original: 'reader.comic.saidFitOriginal',
} as const;
const directionNames = {
  ltr: 'reader.comic.ltr',
  rtl: 'reader.comic.rtl',
  ttb: 'reader.comic.ttb',
} as const;

/** Undefined for commands whose effect is always visible. */
export function toReply(command: Command, situation: Situation): Reply | undefined {
  const { settings, isDouble, zoom } = situation;
  const { isShifted, isCropped, isSplit } = settings;
  const isStrip = settings.mode === 'strip';
  const zoomed = (factor: number): Reply => ({
    message: 'reader.comic.saidZoom',
    params: { percent: Math.round(100 * clampZoom(zoom * factor)) },
  });
  const either = (isFirst: boolean, first: MessageKey, second: MessageKey): Reply => ({
    message: isFirst ? first : second,
  });
  switch (command) {
    case 'double':
      return either(isDouble, 'reader.comic.saidSingle', 'reader.comic.saidDouble');
    case 'shift':
      if (!isDouble) return { message: 'reader.comic.saidShiftNeedsTwo' };
      return either(isShifted, 'reader.comic.saidShiftOff', 'reader.comic.saidShiftOn');
    case 'guided':
      if (isStrip) return { message: 'reader.comic.saidPagesOnly' };
      return either(situation.isGuidedOn, 'reader.comic.saidGuidedOff', 'reader.comic.guided');
    case 'fit':
      if (situation.isGuidedOn) return { message: 'reader.comic.saidNotGuided' };
      return { message: isStrip ? 'reader.comic.saidPagesOnly' : fitNames[nextFit(settings.fit)] };
    case 'strip':
      return either(isStrip, 'reader.comic.saidPaged', 'reader.comic.strip');
    case 'crop':
      if (isStrip) return { message: 'reader.comic.saidPagesOnly' };
      return either(isCropped, 'reader.comic.saidCropOff', 'reader.comic.saidCropOn');
    case 'split':
      if (isStrip || isDouble) return { message: 'reader.comic.saidSplitNeedsSingle' };
      return either(isSplit, 'reader.comic.saidSplitOff', 'reader.comic.saidSplitOn');
    case 'direction':
      return { message: directionNames[nextDirection(settings.direction)] };
    case 'magnifier':
      return either(situation.isMagnifierOn, 'reader.comic.saidMagnifierOff', 'reader.comic.saidMagnifierOn');
    case 'nextBook':
      return situation.hasNextBook ? undefined : { message: 'reader.comic.noNextBook' };
    case 'previousBook':
      return situation.hasPreviousBook ? undefined : { message: 'reader.comic.saidFirstBook' };
    case 'full':
      return situation.hasFullScreen ? undefined : { message: 'reader.shared.noFullScreen' };
    case 'zoomIn':
      return zoomed(zoomStep);
    case 'zoomOut':
      return zoomed(1 / zoomStep);
    case 'zoomOff':
      return zoomed(1 / zoom);
    default:
      return undefined;
  }
}
