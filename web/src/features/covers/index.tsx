// The cover dialog, loaded when it is first opened.
import { loadable } from '../../ui/loadable.tsx';

export const CoverDialog = loadable(async () => (await import('./cover-dialog.tsx')).CoverDialog);
