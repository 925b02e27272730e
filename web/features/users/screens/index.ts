// Team management comes as one piece of code.
export { TeamScreen } from './TeamScreen.tsx'
export { AddUserScreen } from './AddUserScreen.tsx'
