// The settings area comes as one piece of code.
export { MenuScreen } from './screens/MenuScreen.tsx'
export { GlobalScreen } from './screens/GlobalScreen.tsx'
export { NotificationsScreen } from './screens/NotificationsScreen.tsx'
export { DangerScreen } from './screens/DangerScreen.tsx'
export { AuditScreen } from './screens/AuditScreen.tsx'
