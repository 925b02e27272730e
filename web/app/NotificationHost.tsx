import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import css from './shell.module.css'

/** Renders notifications, including those queued before this code loaded. */
export const NotificationHost = () => (
  <Notifications
    position="bottom-left"
    limit={3}
    autoClose={4_000}
    classNames={{ root: css['toasts'] ?? '' }}
  />
)
