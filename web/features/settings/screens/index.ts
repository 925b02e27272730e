// One chunk for the settings area.
export { SettingsMenuScreen } from './SettingsMenuScreen.tsx'
export { GlobalSettingsScreen } from './GlobalSettingsScreen.tsx'
export { NotificationSettingsScreen } from './NotificationSettingsScreen.tsx'
export { DangerZoneScreen } from './DangerZoneScreen.tsx'
export { AuditLogScreen } from './AuditLogScreen.tsx'
