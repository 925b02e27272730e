import { z } from 'zod'
import {
  codeWithBounds,
  date,
  displayName,
  email,
  flag,
  id,
  language,
  oneLineText,
  pageQuery,
  picture,
  time,
  wholeNumber,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { type Permission, permissions } from '#contract/permissions.ts'
import { notifications, notificationsInput } from './settings.ts'

export const userState = z.enum(['pending', 'accepted', 'deactivated', 'deleted'])
export type UserState = z.infer<typeof userState>

/** The person on a card: what every member may see of every other. */
export const person = z.object({
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

export const permissionSet = z.object(
  Object.fromEntries(permissions.map((name) => [name, z.boolean()])) as Record<
    (typeof permissions)[number],
    z.ZodBoolean
  >,
)
/** A user's own limits; null means the workspace's. */
export const userLimits = z.object({
  limit: z.number().int().nullable(),
  limit_per_post: z.number().int().nullable(),
})
export const profile = person.extend({
  email: z.string(),
  birth_date: date.nullable(),
  hire_date: date.nullable(),
  phone: z.string(),
  language: language.nullable(),
  created_at: time,
})
export type Profile = z.infer<typeof profile>

/** A member as administrators and the member itself see them. */
export const user = profile.extend({
  balance: z.number().int(),
  score_remaining: z.number().int().nullable(),
  limits: userLimits,
  permissions: permissionSet,
  invited_at: time.nullable(),
  /** One's own switches of mails, and whether birthday and anniversary are shown to the team. */
  notifications,
  show_dates: z.boolean(),
})
export type User = z.infer<typeof user>
/**
 * One's own record. An access token without `points:read` gets no balance; the type is that of a
 * session.
 */
export const ownUser = z.union([user, user.omit({ balance: true })]) as unknown as typeof user

/**
 * What the reader may do with a member. `fixed_permissions` names each permission that the reader
 * cannot change, and why: they lack it themselves, or nobody else in the team holds it.
 */
const fixedPermission = z.enum(['not_held', 'last_holder']).optional()
export const memberAbilitiesSchema = z.object({
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
/** A member as administrators see them in the team. */
export const member = user.extend({ abilities: memberAbilitiesSchema })
export type Member = z.infer<typeof member>

/**
 * What a profile page shows. `balance` is null unless the reader may see it; dates are null unless
 * the person shows them (they are there for that person always). `birthday` is the next one: no
 * year of birth is told.
 */
export const profileView = person.extend({
  birthday: date.nullable(),
  hire_date: date.nullable(),
  created_at: time,
  balance: z.number().int().nullable(),
  given_points: z.number().int(),
  received_points: z.number().int(),
  posts_count: z.number().int(),
  abilities: z.object({ see_balance: z.boolean(), edit: z.boolean(), adjust: z.boolean() }),
})
export type ProfileView = z.infer<typeof profileView>

export const firstName = displayName(1, limits.name_chars_max, 'first_name_required')
export const lastName = displayName(1, limits.name_chars_max, 'last_name_required')
const nullableDate = date.nullable()

export const profileInput = z.strictObject({
  first_name: firstName.optional(),
  last_name: lastName.optional(),
  job_title: oneLineText(0, limits.job_title_chars_max).optional(),
  phone: oneLineText(0, 40).optional(),
  birth_date: nullableDate.optional(),
  hire_date: nullableDate.optional(),
  language: language.nullable().optional(),
  notifications: notificationsInput.optional(),
  show_dates: flag.optional(),
})

export const invitedUser = z.strictObject({
  email,
  first_name: displayName(0, limits.name_chars_max).optional(),
  last_name: displayName(0, limits.name_chars_max).optional(),
  job_title: oneLineText(0, limits.job_title_chars_max).optional(),
  birth_date: nullableDate.optional(),
  hire_date: nullableDate.optional(),
})
/** `users` is checked row by row: one bad address does not spoil the others (outcome `refused`). */
export const usersInput = z.strictObject({
  users: z
    .array(z.looseObject({ email: z.string('email_invalid') }), 'required')
    .min(1, 'required')
    .max(
      limits.invites_per_call_max,
      codeWithBounds('out_of_range', 1, limits.invites_per_call_max),
    ),
})
export const inviteOutcome = z.object({
  email: z.string(),
  outcome: z.enum(['invited', 'already_member', 'refused']),
  code: z.string().nullable(),
  /** When the invitation leaves, if not at once: a team sends so many a day. */
  sends_at: time.nullable(),
  user: member.nullable(),
})

export const userInput = z.strictObject({
  first_name: displayName(0, limits.name_chars_max).optional(),
  last_name: displayName(0, limits.name_chars_max).optional(),
  email: email.optional(),
  job_title: oneLineText(0, limits.job_title_chars_max).optional(),
  phone: oneLineText(0, 40).optional(),
  birth_date: nullableDate.optional(),
  hire_date: nullableDate.optional(),
  state: z.enum(['deactivated', 'pending']).optional(),
  limits: z
    .strictObject({
      limit: wholeNumber(0, limits.limit_max).nullable().optional(),
      limit_per_post: wholeNumber(1, limits.score_max).nullable().optional(),
    })
    .optional(),
})
export const permissionsInput = z.strictObject(
  Object.fromEntries(permissions.map((name) => [name, flag.optional()])) as Record<
    (typeof permissions)[number],
    z.ZodOptional<typeof flag>
  >,
)
/** How many there are of each state, whatever the filter. */
export const userCounts = z.object({
  pending: z.number().int(),
  accepted: z.number().int(),
  deactivated: z.number().int(),
})
const searchText = z
  .string()
  .max(100)
  .refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'wrong_format')
export const usersQuery = z.strictObject({
  ...pageQuery,
  state: userState.optional(),
  search: searchText.optional(),
})
/**
 * Mentions: accepted colleagues by a part of their name, or by their whole address (its start for
 * administrators).
 */
export const peopleQuery = z.strictObject({
  search: searchText.default(''),
  limit: z.coerce.number().int().min(1).max(50).default(8),
})

/** Colleagues whom a member may ask, with what they manage. */
export const administrator = z.object({ user: person, permissions: permissionSet })

/** An upcoming birthday or work anniversary: month and day alone; `years` for anniversaries. */
export const importantDate = z.object({
  user: person,
  kind: z.enum(['birthday', 'anniversary']),
  date,
  years: z.number().int().nullable(),
})
export type ImportantDate = z.infer<typeof importantDate>

/**
 * Everything that is kept about somebody: their record, and lists of what they wrote, received,
 * bought, were mailed and did.
 */
const exportedRecords = z.array(z.record(z.string(), z.unknown()))
export const personalDataExport = z.object({
  exported_at: z.iso.datetime(),
  profile: z.record(z.string(), z.unknown()),
  picture: z.string().nullable(),
  account: z.record(z.string(), z.unknown()),
  sessions: exportedRecords,
  address_changes: exportedRecords,
  posts_given: exportedRecords,
  posts_received: exportedRecords,
  comments: exportedRecords,
  reactions: exportedRecords,
  likes: exportedRecords,
  purchases: exportedRecords,
  mails: exportedRecords,
  acts: exportedRecords,
  balance_sheet: exportedRecords,
})
