// Shows one message when the storage of the device is full.
import { onStorageFull } from '../api/device-storage.ts';
import { translate } from '../i18n/translate.ts';
import { showError } from '../ui/toasts/toasts.tsx';

let isSaid = false;

export function watchStorage(): void {
  onStorageFull(() => {
    if (isSaid) return;
    isSaid = true;
    showError(translate('ui.storageFull'));
  });
}
