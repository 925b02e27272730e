import type { NotificationData } from '@mantine/notifications'

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

// The library loads with the first message: most visits to a page show none.
const loadNotifications = () => import('@mantine/notifications').then((code) => code.notifications)

/** Shows a message. Messages appear in the order of their calls. */
export function showNotification(message: NotificationData): void {
  isHostNeeded = true
  for (const listener of listeners) listener()
  void loadNotifications().then((notifications) => notifications.show(message))
}
export function hideNotification(id: string): void {
  void loadNotifications().then((notifications) => notifications.hide(id))
}
