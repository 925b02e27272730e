import type { Language } from '#contract/schemas/common.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { sql } from 'kysely'

/** What those who look after billing are told of. */
export type BillingMailEvent = 'trial_ending' | 'payment_failed' | 'ended' | 'ended_unpaid'
/** What the owner of an account is told of their authenticator app. */
export type TwoFactorMailEvent =
  | 'added'
  | 'removed'
  | 'removed_by_operator'
  | 'recovery_used'
  | 'recovery_presence'
  | 'renewed'
/**
 * What mails go through the outbox, and what each needs to be written. Ids, so that it is written
 * as things are then.
 */
export type OutboxMail =
  | { kind: 'invite'; params: { team: string; inviter: string; link: string } }
  /** To the old address; `link` undoes the change. Mails of an earlier version have none. */
  | { kind: 'address_changed'; params: { link?: string } }
  /** To the address that is back, and to those that are not the account's any more. */
  | { kind: 'address_restored'; params: { factor_removed: boolean } }
  /** To the owner of a new access token. */
  | { kind: 'token_created'; params: { token_id: string } }
  /**
   * To account administrators: the team is to be deleted, or is kept after all; `by` is the user
   * who asked.
   */
  | {
      kind: 'workspace_deletion'
      params: { by: string } & ({ news: 'requested'; due_at: string } | { news: 'canceled' })
    }
  | { kind: 'second_factor'; params: { news: TwoFactorMailEvent; left?: number } }
  | { kind: 'points_received'; params: { post_id: string } }
  | { kind: 'reward_redeemed' | 'reward_fulfilled'; params: { purchase_id: string } }
  /** To those who look after rewards: a gift card that could not be bought, and why. */
  | {
      kind: 'gift_failed'
      params: { purchase_id: string; reason: 'payment_failed' | 'refused' | 'unavailable' }
    }
  /**
   * To administrators: the gift cards of a day came to their limit (US dollars) with what this user
   * redeemed.
   */
  | { kind: 'gift_card_limit'; params: { user_id: string; limit: number } }
  | { kind: 'billing'; params: { news: BillingMailEvent } }
  /** To those who look after connections: one was switched off. */
  | { kind: 'hook_off'; params: { hook_id: string } }
  | { kind: 'reward_declined'; params: { purchase_id: string; expired?: boolean } }
export type QueuedMail = OutboxMail & {
  to: string
  language: Language
  user_id?: string
  import_id?: string
  sends_at?: Date
}
/**
 * Puts mails into the outbox in the transaction of their cause: they go out after it has committed,
 * or not at all.
 */
export async function enqueueMails(
  trx: Trx,
  workspaceId: string,
  mails: QueuedMail[],
  at: Date,
): Promise<void> {
  if (!mails.length) return
  const column = <T>(of: (mail: QueuedMail) => T) => mails.map(of)
  await sql`
    insert into outbox (workspace_id, id, kind, to_address, language, params, user_id, import_id,
      next_at, created_at)
    select ${workspaceId}, id, kind, to_address, language, params, user_id, import_id, next_at,
      ${at}
    from unnest(${column(() => newId(at))}::uuid[], ${column((mail) => mail.kind)}::text[],
      ${column((mail) => mail.to)}::text[], ${column((mail) => mail.language)}::text[],
      ${column((mail) => JSON.stringify(mail.params))}::jsonb[],
        ${column((mail) => mail.user_id ?? null)}::uuid[],
        ${column((mail) => mail.import_id ?? null)}::uuid[],
      ${column((mail) => mail.sends_at ?? at)}::timestamptz[])
      as mail (id, kind, to_address, language, params, user_id, import_id, next_at)`.execute(trx)
}
