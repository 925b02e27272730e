// The settings area comes as one piece of code.
export { MenuScreen } from './screens/MenuScreen.tsx'
export { TeamScreen } from './screens/TeamScreen.tsx'
export { AddUserScreen } from './screens/AddUserScreen.tsx'
