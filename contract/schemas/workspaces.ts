import { z } from 'zod'
import { allowance } from './allowance-rules.ts'
import { ownWorth } from './point-worths.ts'
import { subscriptionStatus } from './billing.ts'
import {
  displayName,
  id,
  language,
  namedObject,
  namedStrictObject,
  picture,
  time,
  timezone,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { abilityNames } from '#contract/permissions.ts'
import { settings } from './settings.ts'
import { ownUser, permissionSet, person, userState } from './users.ts'
import { value } from './values.ts'

export const workspace = namedObject('Workspace', {
  id: id('workspace'),
  name: z.string(),
  logo: picture,
  users_count: z.number().int(),
  billing_active: z.boolean(),
  manual_payments: z.boolean(),
  trial_days: z.number().int(),
})
export type Workspace = z.infer<typeof workspace>

/** A workspace as its users see it before they sign in. `state` is the reader's own. */
export const workspaceChoice = namedObject('WorkspaceChoice', {
  id: id('workspace'),
  name: z.string(),
  logo: picture,
  users_count: z.number().int(),
  state: userState,
})
export type WorkspaceChoice = z.infer<typeof workspaceChoice>

export const workspaceCreate = namedStrictObject('WorkspaceCreate', {
  name: displayName(1, limits.team_name_chars_max),
  timezone: timezone.optional(),
  language: language.optional(),
})

export const checklist = namedObject('Checklist', {
  dismissed: z.boolean(),
  items: z.array(
    namedObject('ChecklistItem', {
      key: z.enum(['profile', 'photo', 'invite', 'post', 'values', 'reward']),
      done: z.boolean(),
    }),
  ),
})
export const checklistInput = namedStrictObject('ChecklistInput', { dismissed: z.boolean() })

/** Everything the web needs at startup. The web refetches it every 300,000 ms. */
const appConfig = z.object({
  user: ownUser,
  access_token: z.string(),
  workspace,
  settings,
  permissions: permissionSet,
  abilities: z.array(z.enum(abilityNames)),
  checklist,
  values: z.array(value),
  allowance,
  /** What the reader's points are worth. Null if members do not see it. */
  own_worth: ownWorth.nullable(),
  rewards_exist: z.boolean(),
  /** The user has purchases. Their page stays reachable even if the shop is empty. */
  purchases_exist: z.boolean(),
  /** The user saves for a reward. */
  has_goal: z.boolean(),
  /** People report to the user. */
  has_reports: z.boolean(),
  /** The team has open budgets; `GET /profiles/me/budgets` has those of the user. */
  has_budgets: z.boolean(),
  /** The team has awards, archived ones included; `GET /awards/summary` has those of the user. */
  has_awards: z.boolean(),
  workspaces_count: z.number().int(),
  demo_data: z.boolean(),
  impersonated: z.boolean(),
  /** `sso`: a company sign-in, which opens this team only and changes nothing of the account. */
  signed_in_by: z.enum(['account', 'sso']),
  /** The team requires two-factor authentication, which this session has not passed. */
  second_factor_missing: z.boolean(),
  /** Where the web sends feedback: an https or mailto address of the operator. */
  feedback_url: z.string().nullable(),
  billing: z.enum(['off', 'local', 'stripe']),
  /**
   * Subscription status for the billing banner, for billing administrators only. Null for others
   * and with BILLING=off.
   */
  subscription: z
    .object({
      status: subscriptionStatus,
      trial_ends_at: z.iso.datetime(),
      current_period_end: z.iso.datetime().nullable(),
      cancel_at_period_end: z.boolean(),
      unpaid: z.boolean(),
    })
    .nullable(),
  /** A requested deletion of the team: its due time and the requester. Null without a request. */
  deletion: z.object({ due_at: time, asked_by: person.nullable() }).nullable(),
  /** Days between the deletion request and the deletion. 0 deletes immediately. */
  deletion_grace_days: z.number().int(),
  /** The welcome offer is valid: adding a card now earns the lifetime discount. */
  welcome_offer: z.boolean(),
  /** The banner of the offer is not hidden. */
  welcome_banner: z.boolean(),
})
export type AppConfig = z.infer<typeof appConfig>
/**
 * Response of GET /config. An access token gets `settings` only with `settings:read`,
 * `subscription` with `billing:read`, and the balance with `points:read`. The type is that of a
 * session.
 */
export const appConfigResponse = appConfig
  .partial({ settings: true, subscription: true })
  .extend({ user: ownUser })
  .meta({ id: 'AppConfig' }) as unknown as typeof appConfig

/**
 * The typed name of the team. The routes also require a proof of presence (`POST /auth/presence`).
 */
export const dangerZoneInput = namedStrictObject('DangerZoneInput', { name: z.string('required') })
