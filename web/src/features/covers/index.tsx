// The cover dialog, loaded when it is first opened.
import { lazy, Suspense } from 'react';
import type { CoverDialogProps } from './cover-dialog.tsx';

const Dialog = lazy(async () => ({ default: (await import('./cover-dialog.tsx')).CoverDialog }));

export const CoverDialog = (props: CoverDialogProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);
