// Counts down while the end card is visible, then opens the next book. A cancelled countdown does not start again.
import { type RefObject, useEffect, useRef, useState } from 'react';

const countSeconds = 5;

interface Props {
  card: RefObject<HTMLElement | null>;
  isWanted: boolean;
  onEnd(): void;
}

/** `seconds` is the remaining time. Undefined while no countdown runs. */
export function useCountdown({ card, isWanted, onEnd }: Props): {
  seconds: number | undefined;
  stop(): void;
} {
  const [isStopped, setStopped] = useState(false);
  const isSeen = useIsSeen(card, isWanted);
  const isCounting = isWanted && isSeen && !isStopped;
  const [seconds, setSeconds] = useState(countSeconds);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (!isCounting) return;
    setSeconds(countSeconds);
    const timer = window.setInterval(() => setSeconds((before) => before - 1), 1_000);
    return () => window.clearInterval(timer);
  }, [isCounting]);
  const isOver = isCounting && seconds <= 0;
  useEffect(() => {
    if (isOver) end.current();
  }, [isOver]);
  return { seconds: isCounting ? Math.max(0, seconds) : undefined, stop: () => setStopped(true) };
}

/** Below a strip, the card is mounted long before it becomes visible. */
function useIsSeen(card: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = card;
    if (!current || !isWanted) return;
    const watcher = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      threshold: 0.6,
    });
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [card, isWanted]);
  return isSeen;
}
