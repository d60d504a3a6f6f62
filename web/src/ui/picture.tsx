// A picture of the server. Browsers do not say why one did not come, and never ask again: so it is asked for once more
// by hand, which waits where the server is busy, and shown when it can be had.
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { fetchPatiently } from '../api/patient.ts';

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'onError'> {
  src: string;
  /** It cannot be had, or is no picture. */
  onMissing?: (() => void) | undefined;
}

/** Of pictures that come when they are asked for by hand, but are not shown. */
const maxAttempts = 4;

export function Picture({ src, alt, onMissing, ...rest }: Props) {
  const [shown, setShown] = useState({ src, attempt: 0 });
  const attempt = shown.src === src ? shown.attempt : 0;
  const asking = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another address would give is not asked for any more
  useEffect(() => () => asking.current?.abort(), [src]);

  async function retry() {
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    const isThere = attempt < maxAttempts && (await canBeHad(src, signal));
    if (signal.aborted) return;
    if (isThere) setShown({ src, attempt: attempt + 1 });
    else onMissing?.();
  }

  return <img key={`${src} ${attempt}`} {...rest} src={src} alt={alt} onError={() => void retry()} />;
}

/** At a time, so that a page of pictures that were refused is not refused once more. */
const lanes = 4;
let asked = 0;
const waiting: (() => void)[] = [];

async function canBeHad(src: string, signal: AbortSignal): Promise<boolean> {
  if (asked >= lanes) await new Promise<void>((resolve) => waiting.push(resolve));
  asked++;
  try {
    signal.throwIfAborted();
    const response = await fetchPatiently(src, { signal });
    // To its end, so that the browser has it when the picture is shown.
    await response.blob();
    return response.status === 200;
  } catch {
    return false;
  } finally {
    asked--;
    waiting.shift()?.();
  }
}
