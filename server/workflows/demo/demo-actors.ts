import { listAbilities, type Permissions } from '#contract/permissions.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
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
