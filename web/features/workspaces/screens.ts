// The steps between signing in and the feed come as one piece of code.
export { CreateWorkspaceScreen } from './screens/CreateTeamScreen.tsx'
export { WorkspacesScreen } from './screens/WorkspacesScreen.tsx'
export { CreateProfileScreen } from './screens/CreateProfileScreen.tsx'
export { BillingExpiredScreen } from './screens/ExpiredScreen.tsx'
export { WelcomeScreen } from './screens/WelcomeScreen.tsx'
