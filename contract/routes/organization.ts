import type { Route } from './route.ts'
import { idParams } from '#contract/schemas/common.ts'
import { introductions } from '#contract/schemas/users.ts'
import * as organization from '#contract/schemas/organization.ts'

export const organizationRoutes = {
  'organization.chart': {
    method: 'GET',
    path: '/organization/chart',
    summary: 'Get a person with their managers and direct reports',
    access: 'take_part',
    compressed: true,
    query: organization.chartQueryParams,
    output: organization.chart,
    errors: [],
  },
  'organization.team': {
    method: 'GET',
    path: '/organization/team',
    summary: 'List the people of your team with the day of their last thanks',
    access: 'take_part',
    compressed: true,
    query: organization.teamQueryParams,
    output: organization.teamPage,
    errors: [],
  },
  'organization.set_away': {
    method: 'PUT',
    path: '/organization/team/:id/away',
    summary: 'Change the leave of a person below you',
    access: 'take_part',
    params: idParams('user'),
    body: organization.teamAway,
    output: organization.teamAway,
    affects: ['organization', 'users', 'audit'],
    errors: ['not_found', 'forbidden', 'out_of_range', 'wrong_format', 'field_managed'],
  },
  'organization.introductions': {
    method: 'GET',
    path: '/organization/team/:id/introductions',
    summary: 'Get whom a new person below you meets first',
    access: 'take_part',
    params: idParams('user'),
    output: introductions,
    errors: ['forbidden'],
  },
  'organization.introduce': {
    method: 'PUT',
    path: '/organization/team/:id/introductions',
    summary: 'Choose whom a new person below you meets first',
    access: 'take_part',
    params: idParams('user'),
    body: organization.introductionsInput,
    output: introductions,
    affects: ['organization', 'audit'],
    errors: ['forbidden', 'user_not_found', 'out_of_range', 'wrong_format'],
  },
  'organization.team_summary': {
    method: 'GET',
    path: '/organization/team/summary',
    summary: 'Get the coming dates of your team and the values of its thanks',
    access: 'take_part',
    query: organization.teamSummaryQueryParams,
    output: organization.teamSummary,
    errors: [],
  },
} as const satisfies Record<string, Route>
