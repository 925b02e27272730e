import type { NotificationData, notifications as Notifications } from '@mantine/notifications'

/** Whether a message has been shown; the app then renders their host. */
let isHostNeeded = false
const listeners = new Set<() => void>()
export const notificationHost = {
  isNeeded: () => isHostNeeded,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Runs with the library, which loads with the first message: most visits to a page show none. */
function withNotifications(work: (notifications: typeof Notifications) => unknown): void {
  void import('@mantine/notifications').then(
    ({ notifications }) => work(notifications),
    // Without a connection OfflineBanner says so.
    () => {},
  )
}

/** Shows a message. Messages appear in the order of their calls. */
export function showNotification(message: NotificationData): void {
  isHostNeeded = true
  for (const listener of listeners) listener()
  withNotifications((notifications) => notifications.show(message))
}
export function hideNotification(id: string): void {
  withNotifications((notifications) => notifications.hide(id))
}
