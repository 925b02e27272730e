import type { Route } from './route.ts'
import * as organization from '#contract/schemas/organization.ts'

export const organizationRoutes = {
  'organization.chart': {
    method: 'GET',
    path: '/organization/chart',
    summary: 'A person, the managers above them and the people who report to them',
    access: 'take_part',
    query: organization.chartQueryParams,
    output: organization.chart,
    errors: [],
  },
  'organization.team': {
    method: 'GET',
    path: '/organization/team',
    summary: 'The people who report to the reader, with the day of their last thanks',
    access: 'take_part',
    query: organization.teamQueryParams,
    output: organization.teamPage,
    errors: [],
  },
  'organization.team_summary': {
    method: 'GET',
    path: '/organization/team/summary',
    summary: 'Coming dates of the people who report to the reader, and the values of their thanks',
    access: 'take_part',
    query: organization.teamSummaryQueryParams,
    output: organization.teamSummary,
    errors: [],
  },
} as const satisfies Record<string, Route>
