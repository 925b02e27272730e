import { withMessages } from '#web/shared/load-code.ts'

/** Loads the entries of awards and nominations in the user menu with their texts. */
export const loadOrganizationMenuItems = withMessages(
  () => import('./OrganizationMenuItems.tsx'),
  'organization',
)
