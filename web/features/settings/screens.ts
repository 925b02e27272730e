// The settings area comes as one piece of code.
export { SettingsMenuScreen } from './screens/MenuScreen.tsx'
export { GlobalSettingsScreen } from './screens/GlobalScreen.tsx'
export { NotificationSettingsScreen } from './screens/NotificationsScreen.tsx'
export { DangerZoneScreen } from './screens/DangerScreen.tsx'
export { AuditLogScreen } from './screens/AuditScreen.tsx'
