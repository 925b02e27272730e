import type { CompanyCall } from './company-call.ts'
import type { Company } from './seed-company.ts'

/** Searches of somebody to mention: interface.md allows 100 ms among 10,000 people. */
const searchCalls: CompanyCall[] = [
  ['everyone', '/people'],
  ['a name', '/people?search=first1'],
  ['a letter', '/people?search=f'],
  ['nobody', '/people?search=nobody%20at%20all'],
].map(([search, path]) => ({
  name: 'people.list',
  label: `people.list, ${search}`,
  path: path as string,
  statements: 5,
}))

/** Calls of people, the organization and the groups. */
export const peopleCalls = ({ ids }: Pick<Company, 'ids'>): CompanyCall[] => [
  ...searchCalls,
  { name: 'people.administrators', path: '/people/administrators', statements: 4 },
  { name: 'profiles.thanks_prompt', path: '/profiles/me/thanks_prompt', statements: 7 },
  { name: 'people.dates', path: '/people/dates', statements: 4 },
  { name: 'attributes.list', path: '/attributes', statements: 4 },
  { name: 'groups.list', path: '/groups', statements: 7, growsWith: 'people' },
  { name: 'groups.get', path: `/groups/${ids.group}`, statements: 6 },
  { name: 'groups.members', path: `/groups/${ids.group}/members`, statements: 6 },
  {
    name: 'groups.members',
    label: 'groups.members, of everyone',
    path: `/groups/${ids.top_department}/members`,
    statements: 6,
  },
  {
    name: 'organization.chart',
    path: `/organization/chart?user_id=${ids.manager}`,
    statements: 8,
  },
  { name: 'organization.team', path: '/organization/team', statements: 7 },
  {
    name: 'organization.team_summary',
    path: '/organization/team/summary',
    statements: 8,
  },
  {
    name: 'audiences.preview',
    path: '/audiences/preview',
    body: { audience: { managers_only: true, excluded_group_ids: [ids.group] } },
    statements: 8,
    growsWith: 'people',
  },
  { name: 'users.list', path: '/users', statements: 11, growsWith: 'people' },
  { name: 'users.ids', path: '/users/ids', statements: 4 },
  { name: 'users.get', path: `/users/${ids.user}`, statements: 8 },
]
