import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PageSkeleton } from '#web/app/PageSkeleton.tsx'
import {
  requirePendingCode,
  requirePendingProof,
  requireSignedOut,
  storeLinkToken,
} from '#web/app/guards.ts'
import { signInOptionsQuery } from '#web/shared/sign-in-queries.ts'
import { loadAuthScreens } from './load-screens.ts'
import { underRoot } from './root.ts'
import { parseSignInSearch } from './search-params.ts'

/** Waits up to 800 ms for the sign-in options, so that the layout does not shift. */
const preloadSignInOptions = ({ context: { client } }: { context: { client: QueryClient } }) =>
  Promise.race([
    client.ensureQueryData(signInOptionsQuery).catch(() => null),
    new Promise<null>((resolve) => {
      setTimeout(resolve, 800, null)
    }),
  ])
const loginRoute = createRoute({
  ...underRoot('/login'),
  validateSearch: parseSignInSearch,
  beforeLoad: ({ search }) => requireSignedOut(search.next),
  loader: preloadSignInOptions,
  component: lazyRouteComponent(loadAuthScreens, 'LoginScreen'),
})
const signUpRoute = createRoute({
  ...underRoot('/sign-up'),
  validateSearch: parseSignInSearch,
  beforeLoad: ({ search }) => requireSignedOut(search.next),
  loader: preloadSignInOptions,
  component: lazyRouteComponent(loadAuthScreens, 'SignUpScreen'),
})
const codeCheckRoute = createRoute({
  ...underRoot('/code-check'),
  validateSearch: parseSignInSearch,
  beforeLoad: ({ search }) => requirePendingCode(search.next),
  component: lazyRouteComponent(loadAuthScreens, 'CodeCheckScreen'),
})
const twoFactorRoute = createRoute({
  ...underRoot('/second-factor'),
  validateSearch: parseSignInSearch,
  beforeLoad: ({ search }) => requirePendingProof(search.next),
  component: lazyRouteComponent(loadAuthScreens, 'TwoFactorScreen'),
})
const acceptInviteRoute = createRoute({
  ...underRoot('/login/accept'),
  validateSearch: ({ token }: Record<string, unknown>): { token?: string | undefined } =>
    typeof token === 'string' ? { token } : {},
  beforeLoad: ({ search, location }) =>
    storeLinkToken('invite', '/login/accept', { search: search.token, hash: location.hash }),
  component: lazyRouteComponent(loadAuthScreens, 'InvitationScreen'),
})
const joinRoute = createRoute({
  ...underRoot('/join'),
  beforeLoad: ({ location }) => storeLinkToken('join', '/join', { hash: location.hash }),
  component: lazyRouteComponent(loadAuthScreens, 'JoinScreen'),
})
const undoEmailChangeRoute = createRoute({
  ...underRoot('/undo-address'),
  beforeLoad: ({ location }) =>
    storeLinkToken('undo_address', '/undo-address', { hash: location.hash }),
  component: lazyRouteComponent(loadAuthScreens, 'UndoEmailChangeScreen'),
})
const ssoReturnRoute = createRoute({
  ...underRoot('/login/sso'),
  component: lazyRouteComponent(loadAuthScreens, 'SsoReturnScreen'),
})
const ssoTeamRoute = createRoute({
  ...underRoot('/sso/$slug'),
  component: lazyRouteComponent(loadAuthScreens, 'SsoTeamScreen'),
})
const impersonateRoute = createRoute({
  ...underRoot('/impersonate/$token'),
  beforeLoad: ({ context, params, preload }) =>
    preload
      ? undefined
      : import('#web/app/start-impersonation.ts').then(({ startImpersonation }) =>
          startImpersonation(context.client, params.token),
        ),
  component: PageSkeleton,
})

export const signInPages = [
  loginRoute,
  signUpRoute,
  codeCheckRoute,
  twoFactorRoute,
  acceptInviteRoute,
  joinRoute,
  undoEmailChangeRoute,
  ssoReturnRoute,
  ssoTeamRoute,
  impersonateRoute,
] as const
