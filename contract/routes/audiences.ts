import type { Route } from './route.ts'
import * as audiences from '#contract/schemas/audiences.ts'

export const audiencesRoutes = {
  'audiences.preview': {
    method: 'POST',
    path: '/audiences/preview',
    summary: 'Count the people of an audience, and list the first of them',
    access: 'manage_team',
    body: audiences.audiencePreviewInput,
    output: audiences.audiencePreview,
    affects: [],
    errors: ['not_found', 'user_not_found', 'out_of_range', 'wrong_format'],
  },
} as const satisfies Record<string, Route>
