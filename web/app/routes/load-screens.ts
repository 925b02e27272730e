import { withMessages } from '#web/shared/load-code.ts'

export const loadAuthScreens = withMessages(
  () => import('#web/features/auth/screens/index.ts'),
  'auth',
)
export const loadAccountScreens = withMessages(
  () => import('#web/features/account/screens/index.ts'),
  'account',
  'auth',
  'leaving',
)
export const loadWorkspaceScreens = withMessages(
  () => import('#web/features/workspaces/screens/index.ts'),
  'auth',
)
export const loadRewardScreens = withMessages(
  () => import('#web/features/rewards/screens/index.ts'),
  'rewards',
  'shop',
  'giftcards',
  'organization',
  'settings',
)
export const loadUserScreens = withMessages(
  () => import('#web/features/users/screens/index.ts'),
  'team',
  'organization',
  'refusals',
  'settings',
)
export const loadSettingsScreens = withMessages(
  () => import('#web/features/settings/screens/index.ts'),
  'settings',
  'connections',
  'refusals',
)
export const loadImportScreens = withMessages(
  () => import('#web/features/imports/screens/index.ts'),
  'imports',
  'refusals',
)
export const loadBillingScreens = withMessages(
  () => import('#web/features/billing/screens/index.ts'),
  'billing',
  'settings',
)
export const loadOrganizationScreens = withMessages(
  () => import('./organization-screens.ts'),
  'organization',
  'feed',
  'refusals',
  'settings',
)
