// One chunk for team management.
export { TeamScreen } from './TeamScreen.tsx'
export { AddUserScreen } from './AddUserScreen.tsx'
