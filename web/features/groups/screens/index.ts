export { GroupScreen } from './GroupScreen.tsx'
export { GroupsScreen } from './GroupsScreen.tsx'
