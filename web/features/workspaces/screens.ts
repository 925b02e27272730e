// The steps between signing in and the feed come as one piece of code.
export { CreateTeamScreen } from './screens/CreateTeamScreen.tsx'
export { WorkspacesScreen } from './screens/WorkspacesScreen.tsx'
export { CreateProfileScreen } from './screens/CreateProfileScreen.tsx'
export { ExpiredScreen } from './screens/ExpiredScreen.tsx'
export { WelcomeScreen } from './screens/WelcomeScreen.tsx'
