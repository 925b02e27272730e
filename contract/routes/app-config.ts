import type { Route } from './route.ts'
import * as workspaces from '#contract/schemas/workspaces.ts'

export const appConfigRoutes = {
  'config.get': {
    method: 'GET',
    path: '/config',
    summary: 'Get the user, the team and everything else that the web app needs at startup',
    access: 'take_part',
    inactive: true,
    output: workspaces.appConfigResponse,
    errors: [],
  },
} as const satisfies Record<string, Route>
