// Team management comes as one piece of code.
export { TeamScreen } from './screens/TeamScreen.tsx'
export { AddUserScreen } from './screens/AddUserScreen.tsx'
