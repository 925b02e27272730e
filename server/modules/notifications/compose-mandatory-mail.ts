import { oauthScopes } from '#contract/oauth.ts'
import type { SubscriptionStatus } from '#contract/schemas/billing.ts'
import type { MailBody } from '#server/modules/notifications/mail/layout.ts'
import {
  addressChangedMail,
  addressRestoredMail,
  billingMail,
  deletionMail,
  giftCardLimitMail,
  ssoNoticeMail,
  webhookDisabledMail,
  inviteMail,
  twoFactorMail,
  tokenCreatedMail,
} from '#server/modules/notifications/mail/account-mails.ts'
import { applicationConnectedMail } from '#server/modules/notifications/mail/application-mail.ts'
import { yearlyBudgetMail } from '#server/modules/notifications/mail/yearly-budget-mail.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type {
  BillingMailEvent,
  OutboxMail,
  OutboxRow,
} from '#server/modules/outbox/enqueue-mails.ts'
import { composeLeaverMail } from './compose-leaver-mail.ts'
import { composeExpiryMail } from './compose-expiry-mail.ts'
import { findPersonName } from './queries.ts'
import {
  findAccountMailTeam,
  findAlertMailTeam,
  findBillingMailData,
  findDeletionMailData,
  findExpiringConnection,
  findGrantMailData,
  findHookMailData,
  findMemberState,
  findTokenMailData,
  findYearlyBudgetMailTeam,
  isScimPaused,
} from './mandatory-mail-queries.ts'

/** Mails about the account and the workspace itself; users cannot unsubscribe from them. */
const mandatoryMailKinds = [
  'invite',
  'address_changed',
  'address_restored',
  'second_factor',
  'token_created',
  'application_connected',
  'workspace_deletion',
  'billing',
  'hook_off',
  'gift_card_limit',
  'sso_notice',
  'leaver_notice',
  'yearly_budget',
  'points_expiring',
] as const satisfies OutboxMail['kind'][]
export type MandatoryMailKind = (typeof mandatoryMailKinds)[number]
type MandatoryMail = Extract<OutboxMail, { kind: MandatoryMailKind }>
type SsoNoticeParams = Extract<OutboxMail, { kind: 'sso_notice' }>['params']
type YearlyBudgetMailParams = Extract<OutboxMail, { kind: 'yearly_budget' }>['params']
type DeletionMailParams = Extract<OutboxMail, { kind: 'workspace_deletion' }>['params']

export const isMandatoryMail = (mail: OutboxMail): mail is MandatoryMail =>
  (mandatoryMailKinds as readonly string[]).includes(mail.kind)

/** Returns whether the user is still invited: a delayed invitation may arrive after the sign-up. */
async function isInvited(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: OutboxRow,
): Promise<boolean> {
  if (userId === null) return true
  const member = await findMemberState(trx, workspaceId, userId)
  return member?.state === 'pending'
}

/**
 * Returns a billing mail. Null when the subscription has changed since, or the reader is no longer
 * a billing administrator.
 */
async function composeBillingMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, user_id: userId, language }: OutboxRow,
  event: BillingMailEvent,
): Promise<MailBody | null> {
  const found = await findBillingMailData(trx, workspaceId, userId)
  const expectedStatus: Record<BillingMailEvent, SubscriptionStatus> = {
    trial_ending: 'none',
    payment_failed: 'past_due',
    ended: 'canceled',
    ended_unpaid: 'canceled',
  }
  if (!found || (found.status ?? 'none') !== expectedStatus[event]) return null
  const invoice = found.open_invoice as { amount: number; next_attempt_at: string | null } | null
  const nextAttemptAt = invoice?.next_attempt_at ? new Date(invoice.next_attempt_at) : null
  return billingMail(language, event, {
    team: found.name,
    cents: invoice?.amount ?? 0,
    when: event === 'trial_ending' ? found.trial_ends_at : nextAttemptAt,
    timezone: found.timezone,
    publicUrl,
  })
}

/**
 * Returns the mail about a disabled webhook. Null when the webhook is active again, or the reader
 * is no longer an administrator.
 */
async function composeWebhookMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, user_id: userId, language }: OutboxRow,
  hookId: string,
): Promise<MailBody | null> {
  const hook = await findHookMailData(trx, workspaceId, hookId, userId)
  return hook?.off_reason
    ? webhookDisabledMail(language, {
        team: hook.name,
        name: hook.description || translate(language, 'mail', `hook_off.kind.${hook.kind}`),
        address: new URL(hook.url).host,
        reason: hook.off_reason,
        publicUrl,
      })
    : null
}

/** Returns the mail about a new access token; null when the token no longer exists. */
async function composeTokenMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, language }: OutboxRow,
  tokenId: string,
): Promise<MailBody | null> {
  const token = await findTokenMailData(trx, workspaceId, tokenId)
  return token ? tokenCreatedMail(language, { ...token, publicUrl }) : null
}

/** Returns the mail about a connected application; null when it is no longer connected. */
async function composeApplicationMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, language }: OutboxRow,
  grantId: string,
): Promise<MailBody | null> {
  const grant = await findGrantMailData(trx, workspaceId, grantId)
  if (!grant) return null
  return applicationConnectedMail(language, {
    team: grant.team,
    name: grant.client_name,
    address: new URL(grant.client_id).host,
    scopes: oauthScopes.filter((scope) => grant.scopes.includes(scope)),
    readsPrivate: grant.reads_private,
    at: grant.created_at,
    timezone: grant.timezone,
    publicUrl,
  })
}

/** Returns the mail about a workspace deletion; null when the request has changed since. */
async function composeDeletionMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, language }: OutboxRow,
  params: DeletionMailParams,
): Promise<MailBody | null> {
  const found = await findDeletionMailData(trx, workspaceId)
  if (!found || (found.deletion_due_at !== null) !== (params.news === 'requested')) return null
  const name =
    (await findPersonName(trx, workspaceId, params.by)) || translate(language, 'common', 'former')
  return deletionMail(language, params.news, {
    team: found.team,
    name,
    dueAt: found.deletion_due_at,
    timezone: found.timezone,
    publicUrl,
  })
}

/** Returns the mail about the daily gift card limit; null when the reader is no administrator. */
async function composeGiftCardLimitMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, user_id: userId, language }: OutboxRow,
  about: { user_id: string; limit: number },
): Promise<MailBody | null> {
  const reader = await findAlertMailTeam(trx, workspaceId, userId)
  if (!reader) return null
  const name =
    (await findPersonName(trx, workspaceId, about.user_id)) ||
    translate(language, 'common', 'former')
  return giftCardLimitMail(language, { team: reader.name, name, limit: about.limit, publicUrl })
}

/**
 * Returns the warning about the yearly budget. Null when the budget was deleted, or the reader is no
 * longer a billing administrator.
 */
async function composeYearlyBudgetMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, user_id: userId, language }: OutboxRow,
  params: YearlyBudgetMailParams,
): Promise<MailBody | null> {
  const team = await findYearlyBudgetMailTeam(trx, workspaceId, userId)
  if (!team) return null
  return yearlyBudgetMail(language, {
    team: team.name,
    percent: params.percent,
    usedMinor: params.used_minor,
    amountMinor: params.amount_minor,
    currency: params.currency,
    endsOn: params.ends_on,
    publicUrl,
  })
}

/**
 * Returns a mail about single sign-on or SCIM. Null when its reader no longer administers the
 * account, the connection or its certificate has changed, or SCIM continues.
 */
async function composeSsoNotice(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, user_id: userId, language }: OutboxRow,
  params: SsoNoticeParams,
): Promise<MailBody | null> {
  const reader = await findAccountMailTeam(trx, workspaceId, userId)
  if (!reader) return null
  const about = { ...reader, publicUrl }
  if (params.news === 'break_glass') {
    const name =
      (await findPersonName(trx, workspaceId, params.user_id)) ||
      translate(language, 'common', 'former')
    return ssoNoticeMail(language, { ...about, news: 'break_glass', name })
  }
  if (params.news === 'scim_paused')
    return (await isScimPaused(trx, workspaceId))
      ? ssoNoticeMail(language, { ...about, news: 'scim_paused' })
      : null
  const endsAt = new Date(params.ends_at)
  const connection = await findExpiringConnection(trx, workspaceId, params.connection_id, endsAt)
  return connection
    ? ssoNoticeMail(language, {
        ...about,
        news: 'certificate',
        connection: connection.name,
        endsAt,
      })
    : null
}

/** Returns the body of a mandatory mail from current data; null when its cause no longer exists. */
export async function composeMandatoryMail(
  trx: Trx,
  publicUrl: string,
  row: OutboxRow,
  mail: MandatoryMail,
): Promise<MailBody | null> {
  switch (mail.kind) {
    case 'invite':
      return (await isInvited(trx, row)) ? inviteMail(row.language, mail.params) : null
    case 'address_changed':
      return addressChangedMail(row.language, mail.params.link)
    case 'address_restored':
      return addressRestoredMail(row.language, mail.params.factor_removed)
    case 'second_factor':
      return twoFactorMail(row.language, mail.params.news, mail.params.left ?? 0)
    case 'token_created':
      return composeTokenMail(trx, publicUrl, row, mail.params.token_id)
    case 'application_connected':
      return composeApplicationMail(trx, publicUrl, row, mail.params.grant_id)
    case 'workspace_deletion':
      return composeDeletionMail(trx, publicUrl, row, mail.params)
    case 'billing':
      return composeBillingMail(trx, publicUrl, row, mail.params.news)
    case 'hook_off':
      return composeWebhookMail(trx, publicUrl, row, mail.params.hook_id)
    case 'gift_card_limit':
      return composeGiftCardLimitMail(trx, publicUrl, row, mail.params)
    case 'sso_notice':
      return composeSsoNotice(trx, publicUrl, row, mail.params)
    case 'leaver_notice':
      return composeLeaverMail(trx, publicUrl, row, mail.params)
    case 'points_expiring':
      return composeExpiryMail(trx, publicUrl, row, mail.params)
    case 'yearly_budget':
      return composeYearlyBudgetMail(trx, publicUrl, row, mail.params)
  }
}
