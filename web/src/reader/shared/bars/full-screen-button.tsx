// Gives the whole screen to the book, and takes it back.
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { toggleFull, useIsFull } from '../full-screen.ts';
import { useText } from '../words/index.ts';
import { BarButton } from './bar-button.tsx';

export function FullScreenButton() {
  const t = useText();
  const isFull = useIsFull();
  return (
    <BarButton label={t(isFull ? 'leaveFullScreen' : 'fullScreen')} onClick={toggleFull}>
      {isFull ? <IconMinimize /> : <IconMaximize />}
    </BarButton>
  );
}
