import { sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { Trx } from '#server/platform/database/database.ts'

type PostMailData = {
  from_id: string
  score: number
  description: string
  value: { name: string; emoji: string; color: string }
  added_to: { from_id: string; description: string } | null
}
/** A post that still stands, as its recipients read of it, with what it was added to. */
export async function findPostForMail(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<PostMailData | undefined> {
  const row = await trx
    .selectFrom('posts')
    .innerJoin('values', (join) =>
      join
        .onRef('values.workspace_id', '=', 'posts.workspace_id')
        .onRef('values.id', '=', 'posts.value_id'),
    )
    .leftJoin('posts as parent', (join) =>
      join
        .onRef('parent.workspace_id', '=', 'posts.workspace_id')
        .onRef('parent.id', '=', 'posts.parent_id'),
    )
    .where('posts.workspace_id', '=', workspaceId)
    .where('posts.id', '=', id)
    .where('posts.deleted_at', 'is', null)
    .select([
      'posts.from_id',
      'posts.score',
      'posts.description',
      'values.name',
      'values.emoji',
      'values.color',
      'parent.from_id as author_id',
      'parent.description as words',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { name, emoji, color, author_id: authorId, words, ...post } = row
  return {
    ...post,
    value: { name, emoji, color },
    added_to:
      authorId === null || words === null ? null : { from_id: authorId, description: words },
  }
}

export async function findPurchaseForMail(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('purchases')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .select((eb) => [
      'title',
      'price',
      'status',
      'reward_type',
      'created_by',
      'decline_reason',
      'claim_url',
      eb.fn
        .coalesce(
          eb
            .selectFrom('contributions')
            .whereRef('contributions.workspace_id', '=', 'purchases.workspace_id')
            .whereRef('contributions.purchase_id', '=', 'purchases.id')
            .select((part) => part.fn.max('comment').as('comment')),
          eb.val(''),
        )
        .as('comment'),
    ])
    .executeTakeFirst()
}

export type MailRecipient = { user_id: string; to: string; language: Language }
/** Rewards administrators who want to hear of redemptions; not the buyer, who knows. */
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

/** Billing administrators. */
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

/** Account administrators. */
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
 * Everybody who answers for the money of a team, but for the one whose act is reported. These mails
 * have no switch.
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

/** Those of the buyers who want to hear what became of a purchase. */
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
