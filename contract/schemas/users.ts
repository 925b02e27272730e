import { z } from 'zod'
import {
  birthDate,
  codeWithBounds,
  date,
  displayName,
  email,
  flag,
  id,
  idList,
  language,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageOf,
  pageQueryParams,
  picture,
  searchText,
  time,
  wholeNumber,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { dateVisibility } from './date-visibility.ts'
import { type Permission, permissions } from '#contract/permissions.ts'
import {
  away,
  organizationInput,
  organizationRecord,
  publicOrganization,
} from './organization-record.ts'
import { notifications, notificationsInput } from './settings.ts'

export const userState = z
  .enum(['pending', 'accepted', 'deactivated', 'deleted'])
  .meta({ id: 'UserState' })
export type UserState = z.infer<typeof userState>

/** A person as every member sees them. */
export const person = namedObject('Person', {
  id: id('user'),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar: picture,
  job_title: z.string(),
  state: userState,
  demo: z.boolean(),
})
export type Person = z.infer<typeof person>

export const permissionSet = namedObject(
  'Permissions',
  Object.fromEntries(permissions.map((name) => [name, z.boolean()])) as Record<
    (typeof permissions)[number],
    z.ZodBoolean
  >,
)
/** A user's own limits. Null means the workspace's limit. */
const userLimits = namedObject('UserLimits', {
  limit: z.number().int().nullable(),
  limit_per_post: z.number().int().nullable(),
})
const profile = person.extend({
  email: z.string(),
  birth_date: birthDate.nullable(),
  hire_date: date.nullable(),
  phone: z.string(),
  language: language.nullable(),
  created_at: time,
})
export type Profile = z.infer<typeof profile>

/** A member as administrators and the member see it. */
export const user = profile
  .extend({
    balance: z.number().int(),
    score_remaining: z.number().int().nullable(),
    limits: userLimits,
    permissions: permissionSet,
    invited_at: time.nullable(),
    /** The user's own mail settings. */
    notifications,
    /** Null: not chosen. Then the rule of the team holds for birthdays, and anniversaries are shown. */
    birthday_visibility: dateVisibility.nullable(),
    anniversary_visibility: dateVisibility.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>
const ownUserOfSession = user.extend({ away: away.nullable() })
/**
 * The user's own record. An access token without `points:read` gets no balance; the type is that of
 * a session.
 */
export const ownUser = ownUserOfSession
  .partial({ balance: true })
  .meta({ id: 'OwnUser' }) as unknown as typeof ownUserOfSession
export type OwnUser = z.infer<typeof ownUserOfSession>

/**
 * The reader's abilities for a member. `fixed_permissions` names each permission the reader cannot
 * change, with the reason: the reader lacks it, or the member is its last holder.
 */
const fixedPermission = z.enum(['not_held', 'last_holder']).optional()
const memberAbilitiesSchema = namedObject('MemberAbilities', {
  edit: z.boolean(),
  change_email: z.boolean(),
  permissions: z.boolean(),
  adjust: z.boolean(),
  resend: z.boolean(),
  reactivate: z.boolean(),
  deactivate: z.boolean(),
  delete: z.boolean(),
  fixed_permissions: z.object(
    Object.fromEntries(permissions.map((name) => [name, fixedPermission])) as Record<
      Permission,
      typeof fixedPermission
    >,
  ),
})
export type MemberAbilities = z.infer<typeof memberAbilitiesSchema>
/** A member of the team as administrators see it. */
export const member = user
  .extend({
    abilities: memberAbilitiesSchema,
    organization: organizationRecord,
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof member>

/**
 * A profile page. `balance` is null without permission to see it. Dates are null unless the user
 * shares them; the user always sees their own. `birthday` is the next birthday, without the year of
 * birth.
 */
export const profileView = person
  .extend({
    birthday: date.nullable(),
    hire_date: date.nullable(),
    created_at: time,
    balance: z.number().int().nullable(),
    given_points: z.number().int(),
    received_points: z.number().int(),
    posts_count: z.number().int(),
    organization: publicOrganization,
    abilities: z.object({ see_balance: z.boolean(), edit: z.boolean(), adjust: z.boolean() }),
  })
  .meta({ id: 'ProfileView' })
export type ProfileView = z.infer<typeof profileView>

const firstName = displayName(1, limits.name_chars_max, 'first_name_required')
const lastName = displayName(1, limits.name_chars_max, 'last_name_required')
const nullableDate = date.nullable()

export const profileInput = namedStrictObject('ProfileInput', {
  first_name: firstName.optional(),
  last_name: lastName.optional(),
  job_title: oneLineText(0, limits.job_title_chars_max).optional(),
  phone: oneLineText(0, 40).optional(),
  birth_date: birthDate.nullable().optional(),
  hire_date: nullableDate.optional(),
  language: language.nullable().optional(),
  notifications: notificationsInput.optional(),
  birthday_visibility: dateVisibility.nullable().optional(),
  anniversary_visibility: dateVisibility.nullable().optional(),
})

export const invitedUser = namedStrictObject('InvitedUser', {
  email,
  first_name: displayName(0, limits.name_chars_max).optional(),
  last_name: displayName(0, limits.name_chars_max).optional(),
  job_title: oneLineText(0, limits.job_title_chars_max).optional(),
  birth_date: birthDate.nullable().optional(),
  hire_date: nullableDate.optional(),
})
/**
 * `users` is validated row by row: an invalid address does not affect the others (outcome
 * `refused`).
 */
export const usersInput = namedStrictObject('UsersInput', {
  users: z
    .array(
      z.looseObject({ email: z.string('email_invalid') }).meta({ id: 'InvitedRow' }),
      'required',
    )
    .min(1, 'required')
    .max(
      limits.invites_per_call_max,
      codeWithBounds('out_of_range', 1, limits.invites_per_call_max),
    ),
})
export const inviteOutcome = namedObject('InvitationOutcome', {
  email: z.string(),
  outcome: z.enum(['invited', 'already_member', 'refused']),
  code: z.string().nullable(),
  /** When the invitation is sent, if the daily budget delays it. */
  sends_at: time.nullable(),
  user: member.nullable(),
})

export const userInput = namedStrictObject('UserInput', {
  first_name: displayName(0, limits.name_chars_max).optional(),
  last_name: displayName(0, limits.name_chars_max).optional(),
  email: email.optional(),
  job_title: oneLineText(0, limits.job_title_chars_max).optional(),
  phone: oneLineText(0, 40).optional(),
  birth_date: birthDate.nullable().optional(),
  hire_date: nullableDate.optional(),
  organization: organizationInput.optional(),
  state: z.enum(['deactivated', 'pending']).optional(),
  limits: z
    .strictObject({
      limit: wholeNumber(0, limits.limit_max).nullable().optional(),
      limit_per_post: wholeNumber(1, limits.score_max).nullable().optional(),
    })
    .optional(),
})
export const permissionsInput = namedStrictObject(
  'PermissionsInput',
  Object.fromEntries(permissions.map((name) => [name, flag.optional()])) as Record<
    (typeof permissions)[number],
    z.ZodOptional<typeof flag>
  >,
)
/** Number of users in each state that match the other filters of the list. */
const userCounts = namedObject('UserCounts', {
  pending: z.number().int(),
  accepted: z.number().int(),
  deactivated: z.number().int(),
})
/**
 * `permission`: holders of this permission, or of any. `invited`: invitations that are older than
 * `stale_invite_days` and still open. `activity`: people who have never accepted an invitation.
 * `group_id`: people of a group and of the departments below it.
 */
const usersFilter = {
  state: userState.optional(),
  search: searchText.optional(),
  permission: z.enum(['any', ...permissions]).optional(),
  invited: z.literal('long_ago').optional(),
  activity: z.literal('never').optional(),
  group_id: id('group').optional(),
}
/** Sorts whose key is a text. People without the text are last in both orders. */
const userTextSorts = ['name', 'email', 'title', 'department', 'location', 'manager'] as const
const userSort = z.enum([
  'state',
  ...userTextSorts,
  'balance',
  'given',
  'last_active',
  'invited',
  'joined',
])
export type UserSort = z.infer<typeof userSort>
export const isTextSort = (sort: UserSort): boolean => userTextSorts.some((one) => one === sort)
const sortOrder = z.enum(['asc', 'desc'])
export type UserSortOrder = z.infer<typeof sortOrder>
const usersOrder = { sort: userSort.default('state'), order: sortOrder.default('asc') }
export const usersQueryParams = z.strictObject({
  ...pageQueryParams,
  ...usersFilter,
  ...usersOrder,
})
export const userIdsQueryParams = z.strictObject({ ...usersFilter, ...usersOrder })
/** The first members of a filter in its order, at most `limits.user_selection_max`. */
export const userIds = namedObject('IdList', { ids: z.array(id('user')) })

/**
 * A member in the team list. `last_active_on` is the last day with a sign-in or request in a session
 * that is still stored; null means never, or longer ago.
 */
const listedMember = member
  .extend({
    given_30_days: z.number().int(),
    last_active_on: date.nullable(),
    joined_at: time.nullable(),
  })
  .meta({ id: 'ListedMember' })
export type ListedMember = z.infer<typeof listedMember>
export const membersPage = pageOf(listedMember)
  .extend({ counts: userCounts })
  .meta({ id: 'MembersPage' })

export const usersExportInput = namedStrictObject('UsersExportInput', {
  ids: idList('user', limits.user_selection_max),
})
export const selectedIds = idList('user', limits.users_per_call_max)
export const usersInviteInput = namedStrictObject('UsersInviteInput', { ids: selectedIds })
export const usersUpdateInput = namedStrictObject('UsersUpdateInput', {
  ids: selectedIds,
  organization: organizationInput
    .pick({ manager_id: true, department_id: true, location_id: true, attributes: true })
    .optional(),
  state: userInput.shape.state,
  limits: userInput.shape.limits,
})
export const usersPermissionsInput = namedStrictObject('UsersPermissionsInput', {
  ids: selectedIds,
  permissions: permissionsInput,
})
/**
 * The outcome for each member, in the order of the request, without duplicates. `code` is the error
 * of the same change for one member.
 */
export const usersChangeOutcome = namedObject('UsersChangeResults', {
  results: z.array(
    namedObject('UsersChangeResult', {
      id: id('user'),
      outcome: z.enum(['done', 'refused', 'not_found']),
      code: z.string().nullable(),
    }),
  ),
})
export type UsersChangeOutcome = z.infer<typeof usersChangeOutcome>
/**
 * For mentions: accepted colleagues by a part of their name or by their whole address.
 * Administrators can search by the start of an address. `search_in` adds job titles, by the starts
 * of their words; people with such a name still come first.
 */
export const peopleQueryParams = z.strictObject({
  search: searchText.default(''),
  search_in: z.enum(['name', 'name_and_title']).default('name'),
  limit: z.coerce.number().int().min(1).max(50).default(8),
})

/**
 * A colleague that a search found. `detail`: job title and department, with the location where it
 * tells people of one name apart.
 */
export const foundPerson = person.extend({ detail: z.string() }).meta({ id: 'FoundPerson' })
export type FoundPerson = z.infer<typeof foundPerson>

/** A colleague with administrator permissions, as a contact for members. */
export const administrator = namedObject('Administrator', {
  user: person,
  permissions: permissionSet,
})

/** An upcoming birthday or work anniversary, without the year. `years` is for anniversaries. */
export const importantDate = namedObject('ImportantDate', {
  user: person,
  kind: z.enum(['birthday', 'anniversary']),
  date,
  years: z.number().int().nullable(),
  /** To whom the person shows it. */
  visibility: dateVisibility.exclude(['nothing']),
})
/** Whom a new person meets first. `by`: the manager who chose them; null without a choice. */
export const introductions = namedObject('Introductions', {
  by: person.nullable(),
  people: z.array(person),
})
export const thanksPrompt = namedObject('ThanksPrompt', {
  /** In the first days of the reader, as long as some of them are not thanked. */
  introductions: introductions.nullable(),
  date: importantDate.nullable(),
  is_tomorrow: z.boolean(),
  department: namedObject('DepartmentName', { id: id('group'), name: z.string() }).nullable(),
})
export type ImportantDate = z.infer<typeof importantDate>
