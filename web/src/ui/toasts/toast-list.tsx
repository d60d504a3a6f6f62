// Renders the toasts. Loaded after the page.
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import classes from './toast-list.module.css';

export const ToastList = () => (
  <Notifications
    classNames={classes}
    position="bottom-center"
    containerWidth={420}
    notificationMaxHeight="50dvh"
    zIndex={400}
    aria-live="polite"
  />
);
