import type { Route } from './route.ts'
import { idParams, noContent, pageOf } from '#contract/schemas/common.ts'
import * as groups from '#contract/schemas/groups.ts'

/** The queries that a change of groups makes stale. */
const groupQueries = ['groups', 'users', 'profiles', 'organization', 'audit'] as const

export const groupsRoutes = {
  'groups.list': {
    method: 'GET',
    path: '/groups',
    summary: 'List groups by kind and name. Each department follows the department above it',
    access: 'take_part',
    query: groups.groupsQueryParams,
    output: pageOf(groups.group),
    errors: [],
  },
  'groups.get': {
    method: 'GET',
    path: '/groups/:id',
    summary: 'Get a group',
    access: 'take_part',
    params: idParams('group'),
    output: groups.group,
    errors: [],
  },
  'groups.members': {
    method: 'GET',
    path: '/groups/:id/members',
    summary: 'List the members of a group and of the departments below it, by name',
    access: 'take_part',
    params: idParams('group'),
    query: groups.membersQueryParams,
    output: pageOf(groups.groupMember),
    errors: [],
  },
  'groups.create': {
    method: 'POST',
    path: '/groups',
    summary: 'Create a group',
    access: 'manage_team',
    body: groups.groupCreate,
    output: groups.group,
    affects: groupQueries,
    errors: [
      'required',
      'not_unique',
      'groups_full',
      'groups_too_deep',
      'user_not_found',
      'out_of_range',
      'wrong_format',
    ],
  },
  'groups.update': {
    method: 'PUT',
    path: '/groups/:id',
    summary: 'Rename a group, move a department, or change the owners',
    access: 'manage_team',
    params: idParams('group'),
    body: groups.groupUpdate,
    output: groups.group,
    affects: groupQueries,
    errors: [
      'required',
      'not_unique',
      'group_circle',
      'groups_too_deep',
      'user_not_found',
      'out_of_range',
      'wrong_format',
    ],
  },
  'groups.delete': {
    method: 'DELETE',
    path: '/groups/:id',
    summary: 'Delete a group. Departments below it move up, and past reports keep it',
    access: 'manage_team',
    params: idParams('group'),
    output: noContent,
    affects: groupQueries,
    errors: [],
  },
  'groups.add_members': {
    method: 'POST',
    path: '/groups/:id/members',
    summary:
      'Add people to a group. Owners may change teams and custom groups, administrators all groups',
    access: 'take_part',
    params: idParams('group'),
    body: groups.membersInput,
    output: groups.group,
    affects: groupQueries,
    errors: ['required', 'out_of_range', 'user_not_found', 'user_groups_full', 'field_managed'],
  },
  'groups.remove_members': {
    method: 'POST',
    path: '/groups/:id/members/remove',
    summary:
      'Remove people from a group. Owners may change teams and custom groups, administrators all groups',
    access: 'take_part',
    params: idParams('group'),
    body: groups.membersInput,
    output: groups.group,
    affects: groupQueries,
    errors: ['required', 'out_of_range', 'field_managed'],
  },
} as const satisfies Record<string, Route>
