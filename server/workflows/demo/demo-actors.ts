import { listAbilities, type Permissions } from '#contract/permissions.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { IdempotentCall } from '#server/platform/http/idempotency.ts'
import { demoTimezone } from './demo-posts.ts'

export const allPermissions: Permissions = {
  global_administrator: true,
  account_administrator: true,
  rewards_administrator: true,
  billing_administrator: true,
}
export const noPermissions: Permissions = {
  global_administrator: false,
  account_administrator: false,
  rewards_administrator: false,
  billing_administrator: false,
}

/** Returns the actor of a request by this user. */
export const createActor = (
  workspaceId: string,
  userId: string,
  permissions: Permissions,
): Actor => ({
  session_id: '',
  account_id: '',
  kind: 'session',
  scopes: [],
  workspace_id: workspaceId,
  user_id: userId,
  permissions,
  abilities: new Set(listAbilities(permissions)),
  limit_period: 'month',
  timezone: demoTimezone,
  language: 'en',
  billing_active: true,
  switches: { comments: true, reactions: true, add_ons: true },
  second_factor_missing: false,
})

/** People and values of the demo workspace, in the order of `demoPeople` and of its values. */
export type DemoTeam = { workspaceId: string; peopleIds: string[]; valueIds: string[] }

/** Returns a call without an idempotency key, because nothing repeats it. */
export const createCall = (actor: Actor, at: Date): IdempotentCall => ({
  workspace_id: actor.workspace_id,
  user_id: actor.user_id,
  key: null,
  hash: Buffer.alloc(0),
  at,
})
