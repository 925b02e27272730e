import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  requireAbility,
  requireExpiredBilling,
  requireProfile,
  requireSession,
  requireTemporaryToken,
} from '#web/app/guards.ts'
import { withMessages } from '#web/shared/load-code.ts'
import { loadAccountScreens, loadWorkspaceScreens } from './load-screens.ts'
import { underRoot } from './root.ts'
import { parseNextSearch, parseSignInSearch } from './search-params.ts'

const workspacesRoute = createRoute({
  ...underRoot('/workspaces'),
  validateSearch: parseSignInSearch,
  beforeLoad: ({ search }) => requireTemporaryToken(search.next),
  component: lazyRouteComponent(loadWorkspaceScreens, 'WorkspacesScreen'),
})
const createWorkspaceRoute = createRoute({
  ...underRoot('/create-team'),
  beforeLoad: () => requireTemporaryToken(),
  component: lazyRouteComponent(loadWorkspaceScreens, 'CreateWorkspaceScreen'),
})
const createProfileRoute = createRoute({
  ...underRoot('/create-profile'),
  validateSearch: parseNextSearch,
  beforeLoad: ({ context, location }) => requireSession(context.client, location),
  component: lazyRouteComponent(loadWorkspaceScreens, 'CreateProfileScreen'),
})
const welcomeRoute = createRoute({
  ...underRoot('/welcome'),
  validateSearch: parseNextSearch,
  beforeLoad: ({ context, location }) => requireProfile(context.client, location),
  component: lazyRouteComponent(loadWorkspaceScreens, 'WelcomeScreen'),
})
const setupRoute = createRoute({
  ...underRoot('/setup'),
  validateSearch: ({ step }: Record<string, unknown>): { step?: string | undefined } =>
    typeof step === 'string' ? { step } : {},
  beforeLoad: async ({ context, location }) => {
    await requireProfile(context.client, location)
    await requireAbility('manage_settings')({ context, location })
  },
  component: lazyRouteComponent(
    withMessages(
      () => import('#web/features/setup/screens/SetupScreen.tsx'),
      'setup',
      'settings',
      'imports',
      'refusals',
    ),
    'SetupScreen',
  ),
})
const requiredTwoFactorRoute = createRoute({
  ...underRoot('/two-factor'),
  validateSearch: parseNextSearch,
  beforeLoad: ({ context, location }) => requireSession(context.client, location),
  component: lazyRouteComponent(loadAccountScreens, 'RequiredTwoFactorScreen'),
})
const addPhotoRoute = createRoute({
  ...underRoot('/add-photo'),
  validateSearch: parseNextSearch,
  beforeLoad: ({ context, location }) => requireProfile(context.client, location),
  component: lazyRouteComponent(loadAccountScreens, 'AddPhotoScreen'),
})
const linkChatRoute = createRoute({
  ...underRoot('/chat/link/$token'),
  beforeLoad: ({ context, location }) => requireProfile(context.client, location),
  component: lazyRouteComponent(loadAccountScreens, 'LinkChatScreen'),
})
const connectApplicationRoute = createRoute({
  ...underRoot('/connect/$uid'),
  beforeLoad: ({ context, location }) => requireProfile(context.client, location),
  component: lazyRouteComponent(loadAccountScreens, 'ConnectApplicationScreen'),
})
const goodbyeRoute = createRoute({
  ...underRoot('/goodbye'),
  component: lazyRouteComponent(loadAccountScreens, 'GoodbyeScreen'),
})
const expiredRoute = createRoute({
  ...underRoot('/expired'),
  validateSearch: parseNextSearch,
  beforeLoad: ({ context, location, search }) =>
    requireExpiredBilling(context.client, location, search.next),
  component: lazyRouteComponent(loadWorkspaceScreens, 'BillingExpiredScreen'),
})

export const onboardingPages = [
  workspacesRoute,
  createWorkspaceRoute,
  createProfileRoute,
  welcomeRoute,
  setupRoute,
  requiredTwoFactorRoute,
  addPhotoRoute,
  linkChatRoute,
  connectApplicationRoute,
  goodbyeRoute,
  expiredRoute,
] as const
