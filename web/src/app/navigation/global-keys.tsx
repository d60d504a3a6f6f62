// Keys of every page of the frame: `?` for help, and `g` with another key for the main pages.
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { loadable } from '../../ui/loadable.tsx';
import { useSequence, useShortcut } from '../../ui/shortcuts.ts';
import { destinationKeys } from './destination-keys.ts';
import { usePaths } from './path-link.tsx';

const KeysHelp = loadable(async () => (await import('./keys-help.tsx')).KeysHelp);

export function GlobalKeys() {
  const router = useRouter();
  const paths = usePaths();
  const [isOpen, setOpen] = useState(false);
  useShortcut('?', () => setOpen(true));
  useSequence('g', (key) => {
    const path = destinationKeys.find((one) => one.key === key)?.path;
    return path !== undefined && paths.includes(path)
      ? () => void router.navigate({ href: path })
      : undefined;
  });
  return isOpen && <KeysHelp onClose={() => setOpen(false)} />;
}
