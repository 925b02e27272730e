import type { Route } from './route.ts'
import * as workspaces from '#contract/schemas/workspaces.ts'

export const checklistRoutes = {
  'checklist.update': {
    method: 'PUT',
    path: '/checklist',
    summary: 'Dismiss the checklist with `dismissed: true`. A dismissed checklist does not return',
    access: 'take_part',
    body: workspaces.checklistInput,
    output: workspaces.checklist,
    affects: ['config'],
    errors: [],
  },
  'checklist.dismiss': {
    method: 'DELETE',
    path: '/checklist',
    summary: 'Dismiss the checklist. A dismissed checklist does not return',
    access: 'take_part',
    output: workspaces.checklist,
    affects: ['config'],
    errors: [],
  },
} as const satisfies Record<string, Route>
