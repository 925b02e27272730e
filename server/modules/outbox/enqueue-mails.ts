import type { Language } from '#contract/schemas/common.ts'
import type { BudgetThreshold } from '#contract/yearly-budget.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { insertMails } from './queries.ts'

/** Billing events that billing administrators get by mail. */
export type BillingMailEvent = 'trial_ending' | 'payment_failed' | 'ended' | 'ended_unpaid'
/** Events of an award that approvers (`requested`, `reminder`) or its giver get by mail. */
export type AwardMailEvent = 'requested' | 'reminder' | 'decided' | 'waiting'
/** Two-factor events that the owner of an account gets by mail. */
export type TwoFactorMailEvent =
  | 'added'
  | 'removed'
  | 'removed_by_operator'
  | 'recovery_used'
  | 'recovery_presence'
  | 'renewed'
/**
 * Kinds of outbox mails and their stored parameters. Parameters are ids where possible, so that a
 * mail shows the data at sending time.
 */
export type OutboxMail =
  | { kind: 'invite'; params: { team: string; inviter: string; link: string; message?: string } }
  /** To the old address; `link` undoes the change. Rows of older versions have no link. */
  | { kind: 'address_changed'; params: { link?: string } }
  /** To the restored address and to the removed ones. */
  | { kind: 'address_restored'; params: { factor_removed: boolean } }
  /** To the owner of a new access token. */
  | { kind: 'token_created'; params: { token_id: string } }
  /** To the person whose account has a new connected application. */
  | { kind: 'application_connected'; params: { grant_id: string } }
  /** To account administrators; `by` is the id of the user behind the request. */
  | {
      kind: 'workspace_deletion'
      params: { by: string } & ({ news: 'requested'; due_at: string } | { news: 'canceled' })
    }
  /**
   * To account administrators: somebody entered although single sign-on is required, or a
   * certificate of a connection ends at `ends_at`, or SCIM is paused.
   */
  | {
      kind: 'sso_notice'
      params:
        | { news: 'break_glass'; user_id: string }
        | { news: 'certificate'; connection_id: string; ends_at: string }
        | { news: 'scim_paused' }
    }
  /**
   * To a leaver, at their personal address: the link of their grace, its end, or a decided purchase.
   * `to` is empty, because the address is looked up when the mail is sent.
   */
  | {
      kind: 'leaver_notice'
      params:
        | { news: 'started'; token: string }
        | { news: 'ended'; grace_id: string }
        | { news: 'purchase'; purchase_id: string }
    }
  | { kind: 'second_factor'; params: { news: TwoFactorMailEvent; left?: number } }
  | { kind: 'points_received'; params: { post_id: string } }
  | { kind: 'reward_redeemed' | 'reward_fulfilled'; params: { purchase_id: string } }
  /** To rewards administrators: the reason of a failed gift card order. */
  | {
      kind: 'gift_failed'
      params: { purchase_id: string; reason: 'payment_failed' | 'refused' | 'unavailable' }
    }
  /** To administrators: the user whose redemption reached the daily gift card limit (USD). */
  | { kind: 'gift_card_limit'; params: { user_id: string; limit: number } }
  | { kind: 'billing'; params: { news: BillingMailEvent } }
  /** To billing administrators: the used part of the budget of the year up to day `ends_on`. */
  | {
      kind: 'yearly_budget'
      params: {
        percent: BudgetThreshold
        used_minor: number
        amount_minor: number
        currency: string
        ends_on: string
      }
    }
  /** To people with points that expire after the day `month_end`. */
  | { kind: 'points_expiring'; params: { points: number; month_end: string } }
  /** To administrators of webhooks: the disabled webhook. */
  | { kind: 'hook_off'; params: { hook_id: string } }
  /** The public thanks of the days `from` to `to`; `post_ids` are the most liked posts. */
  | {
      kind: 'weekly_digest'
      params: { from: string; to: string; thanks: number; post_ids: string[] }
    }
  /** To people who may decide about an award, or to its giver. */
  | { kind: 'award'; params: { gift_id: string; news: AwardMailEvent } }
  /** To jurors of a nomination round, and to people about whom nominators shared words. */
  | { kind: 'jury_asked' | 'kind_words'; params: { round_id: string } }
  /** The period from `start` to before `end` (ISO 8601). */
  | { kind: 'points_left'; params: { start: string; end: string } }
  /** To readers of reports: the month from day `from` to day `to`. */
  | { kind: 'monthly_report'; params: { from: string; to: string } }
  | {
      kind: 'reward_declined'
      /** `returned`: points of the reader, of a purchase that was taken back. */
      params: { purchase_id: string; expired?: boolean; returned?: number }
    }

export type QueuedMail = OutboxMail & {
  to: string
  language: Language
  user_id?: string
  import_id?: string
  sends_at?: Date
}

/** Columns of an outbox row that composing a mail needs. */
export type OutboxRow = {
  workspace_id: string
  kind: string
  params: unknown
  language: Language
  user_id: string | null
}

/** Adds mails to the outbox in the caller's transaction: a rollback sends nothing. */
export async function enqueueMails(
  trx: Trx,
  workspaceId: string,
  mails: QueuedMail[],
  at: Date,
): Promise<void> {
  if (!mails.length) return
  const rows = mails.map(({ kind, params, to, language, ...mail }) => ({
    id: newId(at),
    kind,
    to_address: to,
    language,
    params,
    user_id: mail.user_id ?? null,
    import_id: mail.import_id ?? null,
    next_at: mail.sends_at ?? at,
  }))
  await insertMails(trx, workspaceId, rows, at)
}
