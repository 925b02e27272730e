// The steps between signing in and the feed come as one piece of code.
export { CreateWorkspaceScreen } from './CreateWorkspaceScreen.tsx'
export { WorkspacesScreen } from './WorkspacesScreen.tsx'
export { CreateProfileScreen } from './CreateProfileScreen.tsx'
export { BillingExpiredScreen } from './BillingExpiredScreen.tsx'
export { WelcomeScreen } from './WelcomeScreen.tsx'
