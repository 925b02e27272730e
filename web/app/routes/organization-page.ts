import { lazyRouteComponent } from '@tanstack/react-router'
import { loadOrganizationScreens } from './load-screens.ts'
import { underShell } from './root.ts'

type OrganizationScreen = keyof Awaited<ReturnType<typeof loadOrganizationScreens>>

/** Returns the options of a page of the organization. */
export const organizationPage = <const Path extends string>(
  path: Path,
  screen: OrganizationScreen,
) => ({
  ...underShell(path),
  component: lazyRouteComponent(loadOrganizationScreens, screen),
})
