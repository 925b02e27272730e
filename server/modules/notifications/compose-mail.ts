import type { MailBrand, MailBody } from '#server/modules/notifications/mail/layout.ts'
import {
  type NotificationMail,
  pointsMail,
  rewardMail,
} from '#server/modules/notifications/mail/notification-mails.ts'
import {
  addressChangedMail,
  addressRestoredMail,
  billingMail,
  deletionMail,
  giftCardLimitMail,
  webhookDisabledMail,
  inviteMail,
  twoFactorMail,
  tokenCreatedMail,
} from '#server/modules/notifications/mail/account-mails.ts'
import type { SubscriptionStatus } from '#contract/schemas/billing.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { NotificationEvent } from '#contract/schemas/settings.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { presentPerson } from '#server/modules/users/present.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { selectPeople } from '#server/modules/users/queries.ts'
import { findSettings, findWorkspaceBrand } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { findPostForMail, findPurchaseForMail } from './queries.ts'
import type { BillingMailEvent, OutboxMail } from '../outbox/enqueue-mails.ts'
import { createUnsubscribeToken } from './unsubscribe.ts'

type DeletionMailParams = Extract<OutboxMail, { kind: 'workspace_deletion' }>['params']
type OutboxRow = {
  workspace_id: string
  kind: string
  params: unknown
  language: Language
  user_id: string | null
}

/** Mails about the account and the team itself; they cannot be switched off. */
type MandatoryMailKind =
  | 'invite'
  | 'address_changed'
  | 'address_restored'
  | 'second_factor'
  | 'token_created'
  | 'workspace_deletion'
  | 'billing'
  | 'hook_off'
  | 'gift_card_limit'
const switchByMailKind: Record<
  Exclude<OutboxMail['kind'], MandatoryMailKind>,
  NotificationEvent
> = {
  points_received: 'points_received',
  reward_redeemed: 'reward_redeemed',
  reward_fulfilled: 'reward_fulfilled',
  reward_declined: 'reward_fulfilled',
  gift_failed: 'reward_redeemed',
}

/** The reader still wants this mail: in the team, switched on by the team and by themselves. */
async function wantsMail(trx: Trx, row: OutboxRow, event: NotificationEvent): Promise<boolean> {
  const found = await trx
    .selectFrom('users')
    .innerJoin('settings', 'settings.workspace_id', 'users.workspace_id')
    .where('users.workspace_id', '=', row.workspace_id)
    .where('users.id', '=', row.user_id ?? '')
    .where('users.state', '=', 'accepted')
    .select([`users.notify_${event} as own`, `settings.notify_${event} as team`])
    .executeTakeFirst()
  return Boolean(found?.own && found.team)
}

/**
 * Whether somebody is still invited: an invitation that waited some days may find that they have
 * joined by code.
 */
async function isInvited(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: OutboxRow,
): Promise<boolean> {
  if (userId === null) return true
  const member = await trx
    .selectFrom('users')
    .select('state')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return member?.state === 'pending'
}

async function loadMailBrand(trx: Trx, workspaceId: string, publicUrl: string): Promise<MailBrand> {
  const [{ name, logo_key: logoKey }, settings] = await Promise.all([
    findWorkspaceBrand(trx, workspaceId),
    findSettings(trx, workspaceId),
  ])
  const logo = fileUrl(workspaceId, logoKey)
  return { team: name, color: settings.active_color, logo: logo && publicUrl + logo }
}

async function loadPersonName(trx: Trx, workspaceId: string, id: string): Promise<string> {
  const row = await selectPeople(trx, workspaceId).where('users.id', '=', id).executeTakeFirst()
  return row ? presentPerson(row, workspaceId).name : ''
}

/**
 * News of billing, unless they are old by now: the payment came after all, somebody subscribed, the
 * reader looks after it no more.
 */
async function composeBillingMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, user_id: userId, language }: OutboxRow,
  news: BillingMailEvent,
): Promise<MailBody | null> {
  const found = await trx
    .selectFrom('workspaces')
    .innerJoin('settings', 'settings.workspace_id', 'workspaces.id')
    .leftJoin('subscriptions', 'subscriptions.workspace_id', 'workspaces.id')
    .innerJoin('permissions', 'permissions.workspace_id', 'workspaces.id')
    .where('permissions.user_id', '=', userId ?? '')
    .where('permissions.billing_administrator', '=', true)
    .where('workspaces.id', '=', workspaceId)
    .select([
      'workspaces.name',
      'workspaces.trial_ends_at',
      'settings.timezone',
      'subscriptions.status',
      'subscriptions.open_invoice',
    ])
    .executeTakeFirst()
  const standing: Record<BillingMailEvent, SubscriptionStatus> = {
    trial_ending: 'none',
    payment_failed: 'past_due',
    ended: 'canceled',
    ended_unpaid: 'canceled',
  }
  if (!found || (found.status ?? 'none') !== standing[news]) return null
  const open = found.open_invoice as { amount: number; next_attempt_at: string | null } | null
  const when =
    news === 'trial_ending'
      ? found.trial_ends_at
      : open?.next_attempt_at
        ? new Date(open.next_attempt_at)
        : null
  return billingMail(language, news, {
    team: found.name,
    cents: open?.amount ?? 0,
    when,
    timezone: found.timezone,
    publicUrl,
  })
}

/**
 * A connection that was switched off, unless somebody has dealt with it, or the reader looks after
 * it no more.
 */
async function composeWebhookMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, user_id: userId, language }: OutboxRow,
  hookId: string,
): Promise<MailBody | null> {
  const hook = await trx
    .selectFrom('hooks')
    .innerJoin('workspaces', 'workspaces.id', 'hooks.workspace_id')
    .innerJoin('permissions', 'permissions.workspace_id', 'hooks.workspace_id')
    .where('hooks.workspace_id', '=', workspaceId)
    .where('hooks.id', '=', hookId)
    .where('hooks.state', '=', 'off')
    .where('permissions.user_id', '=', userId ?? '')
    .where((eb) =>
      eb.or([
        eb('permissions.global_administrator', '=', true),
        eb('permissions.account_administrator', '=', true),
      ]),
    )
    .select(['hooks.kind', 'hooks.url', 'hooks.description', 'hooks.off_reason', 'workspaces.name'])
    .executeTakeFirst()
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

/** A new access token: its team, name and last day. Null when it is gone with its owner. */
async function composeTokenMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, language }: OutboxRow,
  tokenId: string,
): Promise<MailBody | null> {
  const token = await trx
    .selectFrom('sessions')
    .innerJoin('workspaces', 'workspaces.id', 'sessions.workspace_id')
    .innerJoin('settings', 'settings.workspace_id', 'sessions.workspace_id')
    .where('sessions.workspace_id', '=', workspaceId)
    .where('sessions.id', '=', tokenId)
    .select([
      'sessions.name',
      'sessions.expires_at',
      'workspaces.name as team',
      'settings.timezone',
    ])
    .executeTakeFirst()
  return token ? tokenCreatedMail(language, { ...token, publicUrl }) : null
}

/** News of the deletion of a team, unless they are old by now. */
async function composeDeletionMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, language }: OutboxRow,
  news: DeletionMailParams,
): Promise<MailBody | null> {
  const found = await trx
    .selectFrom('workspaces')
    .innerJoin('settings', 'settings.workspace_id', 'workspaces.id')
    .where('workspaces.id', '=', workspaceId)
    .select(['workspaces.name as team', 'workspaces.deletion_due_at', 'settings.timezone'])
    .executeTakeFirst()
  if (!found || (found.deletion_due_at !== null) !== (news.news === 'requested')) return null
  const name =
    (await loadPersonName(trx, workspaceId, news.by)) || translate(language, 'common', 'former')
  return deletionMail(language, news.news, {
    team: found.team,
    name,
    due_at: found.deletion_due_at,
    timezone: found.timezone,
    publicUrl,
  })
}

/** Gift cards came to the limit of a day; null when the reader is no administrator any more. */
async function composeGiftCardLimitMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, user_id: userId, language }: OutboxRow,
  about: { user_id: string; limit: number },
): Promise<MailBody | null> {
  const reader = await trx
    .selectFrom('permissions')
    .innerJoin('workspaces', 'workspaces.id', 'permissions.workspace_id')
    .where('permissions.workspace_id', '=', workspaceId)
    .where('permissions.user_id', '=', userId ?? '')
    .where((eb) =>
      eb.or(
        (['rewards', 'billing', 'account'] as const).map((kind) =>
          eb(`permissions.${kind}_administrator`, '=', true),
        ),
      ),
    )
    .select('workspaces.name')
    .executeTakeFirst()
  if (!reader) return null
  const name =
    (await loadPersonName(trx, workspaceId, about.user_id)) ||
    translate(language, 'common', 'former')
  return giftCardLimitMail(language, { team: reader.name, name, limit: about.limit, publicUrl })
}

/**
 * Writes a mail of the outbox as things are now; null when its cause is gone or nobody wants to
 * read it any more.
 */
export async function composeMail(
  trx: Trx,
  { config }: Services,
  row: OutboxRow,
): Promise<MailBody | null> {
  const mail = { kind: row.kind, params: row.params } as OutboxMail
  if (mail.kind === 'invite')
    return (await isInvited(trx, row)) ? inviteMail(row.language, mail.params) : null
  if (mail.kind === 'address_changed') return addressChangedMail(row.language, mail.params.link)
  if (mail.kind === 'address_restored')
    return addressRestoredMail(row.language, mail.params.factor_removed)
  if (mail.kind === 'second_factor')
    return twoFactorMail(row.language, mail.params.news, mail.params.left ?? 0)
  const { workspace_id: workspaceId, user_id: userId, language } = row
  if (mail.kind === 'billing')
    return composeBillingMail(trx, config.publicUrl, row, mail.params.news)
  if (mail.kind === 'token_created')
    return composeTokenMail(trx, config.publicUrl, row, mail.params.token_id)
  if (mail.kind === 'workspace_deletion')
    return composeDeletionMail(trx, config.publicUrl, row, mail.params)
  if (mail.kind === 'hook_off')
    return composeWebhookMail(trx, config.publicUrl, row, mail.params.hook_id)
  if (mail.kind === 'gift_card_limit')
    return composeGiftCardLimitMail(trx, config.publicUrl, row, mail.params)
  const event = switchByMailKind[mail.kind]
  if (userId === null || !(await wantsMail(trx, row, event))) return null
  const to: NotificationMail = {
    language,
    event,
    brand: await loadMailBrand(trx, workspaceId, config.publicUrl),
    unsubscribeUrl: `${config.publicUrl}/u/${createUnsubscribeToken(config.secret, { workspace_id: workspaceId, user_id: userId, event })}`,
    settingsUrl: `${config.publicUrl}/edit-profile`,
  }
  if (mail.kind === 'points_received') {
    const post = await findPostForMail(trx, workspaceId, mail.params.post_id)
    if (!post) return null
    const addedTo = post.added_to && {
      author:
        (await loadPersonName(trx, workspaceId, post.added_to.from_id)) ||
        translate(language, 'common', 'former'),
      description: post.added_to.description,
    }
    return pointsMail(
      to,
      {
        ...post,
        name: await loadPersonName(trx, workspaceId, post.from_id),
        link: `${config.publicUrl}/feed`,
      },
      addedTo ?? undefined,
    )
  }
  const purchase = await findPurchaseForMail(trx, workspaceId, mail.params.purchase_id)
  if (!purchase) return null
  const about = {
    title: purchase.title,
    price: purchase.price,
    name: await loadPersonName(trx, workspaceId, purchase.created_by),
  }
  if (mail.kind === 'gift_failed') {
    return rewardMail(to, 'gift_failed', {
      ...about,
      note: translate(language, 'mail', `gift_failed.reason.${mail.params.reason}`),
      link: `${config.publicUrl}/settings/rewards/payment`,
    })
  }
  // A gift card is at the end of its link.
  if (mail.kind === 'reward_fulfilled' && purchase.claim_url)
    return rewardMail(to, 'gift', { ...about, note: '', link: purchase.claim_url })
  const team = purchase.reward_type === 'team'
  const news =
    mail.kind === 'reward_redeemed'
      ? team
        ? ('redeemed_team' as const)
        : ('redeemed' as const)
      : mail.kind === 'reward_fulfilled'
        ? 'fulfilled'
        : 'declined'
  // A purchase that was canceled before the mail went out needs nobody's work.
  if (mail.kind === 'reward_redeemed' && purchase.status !== (team ? 'purchased' : 'pending'))
    return null
  const reason =
    mail.kind === 'reward_declined' && mail.params.expired
      ? translate(language, 'mail', 'expired')
      : purchase.decline_reason
  return rewardMail(to, news, {
    ...about,
    note: news === 'redeemed' ? purchase.comment : news === 'declined' ? reason : '',
    link: `${config.publicUrl}${mail.kind === 'reward_redeemed' ? '/settings/rewards/purchases' : '/rewards'}`,
  })
}
