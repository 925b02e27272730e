import type { OrganizationRecord } from '#contract/schemas/organization-record.ts'
import type { Member, OwnUser, Profile, User } from '#contract/schemas/users.ts'
import { presentAway } from '#server/modules/leave/away.ts'
import { hasScope } from '#server/platform/http/mount-routes.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { fromStoredBirthDate } from './birth-date.ts'
import { memberAbilities, type MemberViewer } from './edit-policy.ts'
import type { PermissionHolderCounts } from './permission-queries.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import type { UserRow } from './queries.ts'

function presentProfile(row: UserRow, workspaceId: string): Profile {
  return {
    ...presentPerson(row, workspaceId),
    email: row.email,
    birth_date: row.birth_date === null ? null : fromStoredBirthDate(row.birth_date),
    hire_date: row.hire_date,
    phone: row.phone,
    language: row.language,
    created_at: row.created_at.toISOString(),
  }
}

/**
 * Returns a member for administrators and for itself: balance, remaining allowance, own limits and
 * permissions.
 */
function presentUser(row: UserRow, workspaceId: string): User {
  const limit = row.effective_limit
  return {
    ...presentProfile(row, workspaceId),
    balance: row.balance,
    score_remaining: limit === null ? null : Math.max(limit - (row.spent ?? 0), 0),
    limits: { limit: row.points_limit, limit_per_post: row.points_limit_per_post },
    permissions: {
      global_administrator: row.global_administrator,
      account_administrator: row.account_administrator,
      rewards_administrator: row.rewards_administrator,
      billing_administrator: row.billing_administrator,
    },
    invited_at: row.invited_at?.toISOString() ?? null,
    notifications: {
      points_received: row.notify_points_received,
      reward_redeemed: row.notify_reward_redeemed,
      reward_fulfilled: row.notify_reward_fulfilled,
      weekly_digest: row.notify_weekly_digest,
      points_left: row.notify_points_left,
      monthly_report: row.notify_monthly_report,
      awards: row.notify_awards,
    },
    birthday_visibility: row.birthday_visibility,
    anniversary_visibility: row.anniversary_visibility,
  }
}

/** Returns the actor's own record. An access token needs `points:read` to see the balance. */
export function presentOwnUser(row: UserRow, actor: Actor): OwnUser {
  const { balance, ...rest } = { ...presentUser(row, actor.workspace_id), away: presentAway(row) }
  return hasScope(actor, 'points:read') ? { ...rest, balance } : (rest as OwnUser)
}

/** Returns a member for administrators, with the viewer's abilities. */
export function presentMember(
  row: UserRow,
  workspaceId: string,
  viewer: MemberViewer,
  holders: PermissionHolderCounts,
  organization: OrganizationRecord,
): Member {
  return {
    ...presentUser(row, workspaceId),
    abilities: memberAbilities(row, viewer, holders),
    organization,
  }
}
