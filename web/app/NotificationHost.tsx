import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Where short messages appear. The one that was told before this is there has waited. */
export const NotificationHost = () => (
  <Notifications position="top-center" limit={3} autoClose={4_000} />
)
