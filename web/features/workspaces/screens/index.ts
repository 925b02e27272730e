// One chunk for the steps between sign-in and the feed.
export { CreateWorkspaceScreen } from './CreateWorkspaceScreen.tsx'
export { WorkspacesScreen } from './WorkspacesScreen.tsx'
export { CreateProfileScreen } from './CreateProfileScreen.tsx'
export { BillingExpiredScreen } from './BillingExpiredScreen.tsx'
export { WelcomeScreen } from './WelcomeScreen.tsx'
