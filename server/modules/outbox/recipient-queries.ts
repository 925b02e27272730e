import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { Trx } from '#server/platform/database/database.ts'

export type MailRecipient = { user_id: string; to: string; language: Language }

/**
 * Returns the accepted users with an address that meet a condition on their permissions `p`, their
 * record `u` and the workspace's settings `s`.
 */
async function findPermissionHolders(
  trx: Trx,
  workspaceId: string,
  condition: RawBuilder<unknown>,
): Promise<MailRecipient[]> {
  const { rows } = await sql<MailRecipient>`
    select u.id as user_id, u.email as to, coalesce(u.language, s.language) as language
    from permissions p join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
      join settings s on s.workspace_id = p.workspace_id
    where p.workspace_id = ${workspaceId} and u.state = 'accepted' and u.email <> ''
      and ${condition}`.execute(trx)
  return rows
}

/** Returns the rewards administrators with redemption mails switched on, without the buyer. */
export const findRedemptionRecipients = (trx: Trx, workspaceId: string, buyer: string) =>
  findPermissionHolders(
    trx,
    workspaceId,
    sql`p.rewards_administrator and u.id <> ${buyer}
      and u.notify_reward_redeemed and s.notify_reward_redeemed`,
  )

/** Returns the billing administrators. */
export const findBillingRecipients = (trx: Trx, workspaceId: string) =>
  findPermissionHolders(trx, workspaceId, sql`p.billing_administrator`)

/** Returns the account administrators. */
export const findAccountAdminRecipients = (trx: Trx, workspaceId: string) =>
  findPermissionHolders(trx, workspaceId, sql`p.account_administrator`)

/**
 * Returns the rewards, billing and account administrators, without the reported user. Alerts cannot
 * be switched off.
 */
export const findAlertRecipients = (trx: Trx, workspaceId: string, actorId: string) =>
  findPermissionHolders(
    trx,
    workspaceId,
    sql`(p.rewards_administrator or p.billing_administrator or p.account_administrator)
      and u.id <> ${actorId}`,
  )

/**
 * Returns those of the users who are accepted, have an address and meet a condition on their record
 * `u` and the workspace's settings `s`.
 */
async function findAcceptedRecipients(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  condition: RawBuilder<unknown>,
): Promise<MailRecipient[]> {
  const { rows } = await sql<MailRecipient>`
    select u.id as user_id, u.email as to, coalesce(u.language, s.language) as language
    from users u join settings s on s.workspace_id = u.workspace_id
    where u.workspace_id = ${workspaceId} and u.id = any (${userIds}::uuid[])
      and u.state = 'accepted' and u.email <> ''
      and ${condition}`.execute(trx)
  return rows
}

/** Returns the buyers with mails about decided purchases switched on. */
export const findDecisionRecipients = (trx: Trx, workspaceId: string, buyers: string[]) =>
  findAcceptedRecipients(
    trx,
    workspaceId,
    buyers,
    sql`u.notify_reward_fulfilled and s.notify_reward_fulfilled`,
  )

/** Returns those of the users who have mails about thanks switched on. */
export const findThanksRecipients = (trx: Trx, workspaceId: string, userIds: string[]) =>
  findAcceptedRecipients(
    trx,
    workspaceId,
    userIds,
    sql`u.notify_points_received and s.notify_points_received`,
  )

/** Returns those of the users who have mails about awards switched on. */
export const findAwardRecipients = (trx: Trx, workspaceId: string, userIds: string[]) =>
  findAcceptedRecipients(trx, workspaceId, userIds, sql`u.notify_awards and s.notify_awards`)

/**
 * Returns the leavers among the buyers of a purchase that they redeemed after they left, unless an
 * administrator holds their grace. Their address is looked up when the mail is sent.
 */
export async function findLeaverRecipients(
  trx: Trx,
  workspaceId: string,
  purchaseId: string,
  buyers: string[],
): Promise<MailRecipient[]> {
  const { rows } = await sql<MailRecipient>`
    select u.id as user_id, '' as to, coalesce(u.language, s.language) as language
    from users u join settings s on s.workspace_id = u.workspace_id
    where u.workspace_id = ${workspaceId} and u.id = any (${buyers}::uuid[])
      and u.state = 'deactivated'
      and exists (select from leaver_graces g join purchases p on p.workspace_id = g.workspace_id
        where g.workspace_id = u.workspace_id and g.user_id = u.id
          and p.id = ${purchaseId} and p.created_at >= g.started_at)
      and not exists (select from leaver_graces g where g.workspace_id = u.workspace_id
        and g.user_id = u.id and g.ended_at is null and g.held_at is not null)`.execute(trx)
  return rows
}
