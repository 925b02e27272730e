import { defaultAccentColor } from '#contract/limits.ts'
import {
  listAbilities,
  permissions as permissionNames,
  type Permission,
  type Permissions,
} from '#contract/permissions.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Group } from '#contract/schemas/groups.ts'
import type { PublicOrganization } from '#contract/schemas/organization-record.ts'
import type { Post } from '#contract/schemas/posts.ts'
import type { Settings } from '#contract/schemas/settings.ts'
import type { ListedMember, Person, User } from '#contract/schemas/users.ts'
import type { Value } from '#contract/schemas/values.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'

/** Example data for component tests. The types and the fake server keep it true to the contract. */
let count = 0
export const nextId = () => `01900000-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`
export const exampleTime = '2026-03-04T10:00:00.000Z'

export const makePermissions = (...held: Permission[]): Permissions =>
  Object.fromEntries(permissionNames.map((name) => [name, held.includes(name)])) as Permissions

export function makePerson(fields: Partial<Person> = {}): Person {
  const { first_name: firstName = 'Tomás', last_name: lastName = 'Pereira' } = fields
  return {
    id: nextId(),
    name: `${firstName} ${lastName}`,
    first_name: firstName,
    last_name: lastName,
    avatar: { url: null },
    job_title: 'Designer',
    state: 'accepted',
    demo: false,
    ...fields,
  }
}

const everyMail = {
  points_received: true,
  reward_redeemed: true,
  reward_fulfilled: true,
  weekly_digest: true,
  points_left: true,
  monthly_report: true,
  awards: true,
}
const makeUser = (fields: Partial<User> = {}): User => ({
  ...makePerson({ first_name: 'Nora', last_name: 'Albrecht', ...fields }),
  email: 'nora@laurel.example',
  birth_date: null,
  hire_date: null,
  phone: '',
  language: 'en',
  created_at: exampleTime,
  balance: 100,
  score_remaining: 250,
  limits: { limit: null, limit_per_post: null },
  permissions: makePermissions(),
  invited_at: null,
  notifications: { ...everyMail, monthly_report: false },
  birthday_visibility: null,
  anniversary_visibility: null,
  ...fields,
})

export const makePublicOrganization = (
  fields: Partial<PublicOrganization> = {},
): PublicOrganization => ({
  manager: null,
  groups: [],
  country: null,
  timezone: null,
  attributes: [],
  ...fields,
})

export const makeGroup = (fields: Partial<Group> = {}): Group => ({
  id: nextId(),
  kind: 'department',
  name: 'Operations',
  parent_id: null,
  path: [],
  managed_by: 'manual',
  rule: null,
  members: 12,
  owners: [],
  created_at: exampleTime,
  abilities: { edit: true, change_members: true },
  ...fields,
})

export const makeMember = (fields: Partial<ListedMember> = {}): ListedMember => ({
  ...makeUser({ first_name: 'Camille', last_name: 'Durand', email: 'camille@laurel.example' }),
  given_30_days: 0,
  last_active_on: null,
  joined_at: null,
  ...fields,
  organization: {
    ...makePublicOrganization(),
    attributes: [],
    employee_number: '',
    cost_center: '',
    away: null,
    managed_fields: [],
    ...fields.organization,
  },
  abilities: {
    edit: true,
    change_email: false,
    permissions: true,
    adjust: true,
    resend: false,
    reactivate: false,
    deactivate: true,
    delete: true,
    fixed_permissions: {},
    ...fields.abilities,
  },
})

export const makeValue = (fields: Partial<Value> = {}): Value => ({
  id: nextId(),
  name: 'Courage',
  description: '',
  color: '#D9573F',
  emoji: '🦁',
  keywords: [],
  tag: (fields.name ?? 'Courage').toLowerCase(),
  default: false,
  retired: false,
  ...fields,
})

export const makePost = (fields: Partial<Post> = {}): Post => {
  const { from = makePerson(), to = [makePerson()], value = makeValue() } = fields
  return {
    id: nextId(),
    from_id: from?.id ?? null,
    occasion: null,
    imported: false,
    to_id: to.map(({ id }) => id),
    to_count: to.length,
    value_id: value.id,
    score: 10,
    description: 'for the release',
    private: false,
    created_at: exampleTime,
    like_count: 0,
    liked: false,
    parent_id: null,
    comment_count: 0,
    added_score: 0,
    picture: null,
    reactions: [],
    from,
    to,
    value,
    abilities: {
      delete: true,
      return_points: false,
      change_value: true,
      like: true,
      react: true,
      comment: true,
      add_on: true,
    },
    ...fields,
  }
}

export const makeSettings = (fields: Partial<Settings> = {}): Settings => ({
  name: 'Juniper & Lane',
  logo: { url: null },
  limit_period: 'month',
  limit: 250,
  limit_per_post: null,
  hundred_points: null,
  show_leaderboard: true,
  leaderboard_mode: 'receivers',
  comments: true,
  reactions: true,
  add_ons: true,
  birthdays: 'opt_in',
  contact: '',
  notifications: everyMail,
  language: 'en',
  timezone: 'UTC',
  active_color: defaultAccentColor,
  ...fields,
})

/** Returns the config of an administrator with every permission. */
export function makeConfig(fields: Partial<AppConfig> = {}): AppConfig {
  const permissions = fields.permissions ?? makePermissions(...permissionNames)
  return {
    user: { ...makeUser({ permissions }), away: null },
    access_token: 'session-token',
    workspace: {
      id: nextId(),
      name: 'Juniper & Lane',
      logo: { url: null },
      users_count: 5,
      billing_active: true,
      manual_payments: false,
      trial_days: 30,
    },
    settings: makeSettings(),
    own_worth: null,
    permissions,
    abilities: listAbilities(permissions),
    checklist: { dismissed: true, items: [] },
    values: [makeValue({ default: true }), makeValue({ name: 'Craft' })],
    allowance: {
      limit: 250,
      limit_per_post: null,
      spent: 0,
      score_remaining: 250,
      renews_at: '2026-04-01T00:00:00.000Z',
      source: 'team',
      rule: null,
    },
    rewards_exist: true,
    has_goal: false,
    has_reports: false,
    has_budgets: false,
    has_awards: false,
    purchases_exist: true,
    workspaces_count: 1,
    demo_data: false,
    impersonated: false,
    signed_in_by: 'account',
    second_factor_missing: false,
    feedback_url: null,
    billing: 'local',
    subscription: null,
    deletion: null,
    deletion_grace_days: 7,
    welcome_offer: false,
    welcome_banner: false,
    ...fields,
  }
}

/** Returns the presence of a person who proves it with a mailed code, and has not done so. */
export const makePresence = (
  fields: Partial<OutputOf<'presence.get'>> = {},
): OutputOf<'presence.get'> => ({
  method: 'code',
  proven_until: null,
  confined: false,
  danger_zone_from: null,
  ...fields,
})
