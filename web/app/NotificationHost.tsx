import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Renders notifications, including those queued before this code loaded. */
export const NotificationHost = () => (
  <Notifications position="top-center" limit={3} autoClose={4_000} />
)
