import type { Language } from '#contract/schemas/common.ts'
import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

export type MailRecipient = { user_id: string; to: string; language: Language }
/** Returns the rewards administrators with redemption mails switched on, without the buyer. */
export async function findRedemptionRecipients(
  trx: Trx,
  workspaceId: string,
  buyer: string,
): Promise<MailRecipient[]> {
  const { rows } = await sql<MailRecipient>`
    select u.id as user_id, u.email as to, coalesce(u.language, s.language) as language
    from permissions p join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
      join settings s on s.workspace_id = p.workspace_id
    where p.workspace_id = ${workspaceId} and p.rewards_administrator and u.id <> ${buyer}
      and u.state = 'accepted' and u.email <> ''
      and u.notify_reward_redeemed and s.notify_reward_redeemed`.execute(trx)
  return rows
}
/** Returns the billing administrators. */
export async function findBillingRecipients(
  trx: Trx,
  workspaceId: string,
): Promise<MailRecipient[]> {
  const { rows } = await sql<MailRecipient>`
    select u.id as user_id, u.email as to, coalesce(u.language, s.language) as language
    from permissions p join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
      join settings s on s.workspace_id = p.workspace_id
    where p.workspace_id = ${workspaceId} and p.billing_administrator and u.state = 'accepted'
      and u.email <> ''`.execute(trx)
  return rows
}
/** Returns the account administrators. */
export async function findAccountAdminRecipients(
  trx: Trx,
  workspaceId: string,
): Promise<MailRecipient[]> {
  const { rows } = await sql<MailRecipient>`
    select u.id as user_id, u.email as to, coalesce(u.language, s.language) as language
    from permissions p join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
      join settings s on s.workspace_id = p.workspace_id
    where p.workspace_id = ${workspaceId} and p.account_administrator and u.state = 'accepted'
      and u.email <> ''`.execute(trx)
  return rows
}
/**
 * Returns the rewards, billing and account administrators, without the reported user. Alerts cannot
 * be switched off.
 */
export async function findAlertRecipients(
  trx: Trx,
  workspaceId: string,
  actorId: string,
): Promise<MailRecipient[]> {
  const { rows } = await sql<MailRecipient>`
    select u.id as user_id, u.email as to, coalesce(u.language, s.language) as language
    from permissions p join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
      join settings s on s.workspace_id = p.workspace_id
    where p.workspace_id = ${workspaceId} and (p.rewards_administrator or p.billing_administrator
      or p.account_administrator)
      and u.id <> ${actorId} and u.state = 'accepted' and u.email <> ''`.execute(trx)
  return rows
}
/** Returns the buyers with mails about decided purchases switched on. */
export async function findDecisionRecipients(
  trx: Trx,
  workspaceId: string,
  buyers: string[],
): Promise<MailRecipient[]> {
  const { rows } = await sql<MailRecipient>`
    select u.id as user_id, u.email as to, coalesce(u.language, s.language) as language
    from users u join settings s on s.workspace_id = u.workspace_id
    where u.workspace_id = ${workspaceId} and u.id = any (${buyers}::uuid[])
      and u.state = 'accepted' and u.email <> ''
      and u.notify_reward_fulfilled and s.notify_reward_fulfilled`.execute(trx)
  return rows
}
