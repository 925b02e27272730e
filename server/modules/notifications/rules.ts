import type { Brand, MailBody } from '#server/adapters/mail/frame.ts'
import { type Notice, pointsMail, rewardMail } from '#server/adapters/mail/notices.ts'
import { addressChangedMail, billingMail, hookOffMail, inviteMail, secondFactorMail } from '#server/adapters/mail/templates.ts'
import type { SubscriptionStatus } from '#contract/billing.ts'
import type { Language } from '#contract/common.ts'
import type { NotificationEvent } from '#contract/settings.ts'
import { say } from '#server/platform/texts.ts'
import { fileUrl, presentPerson } from '#server/modules/users/present.ts'
import { selectPeople } from '#server/modules/users/queries.ts'
import { findSettings, findTeam } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { findPostForMail, findPurchaseForMail } from './queries.ts'
import type { BillingNews, OutboxMail } from './outbox.ts'
import { unsubscribeToken } from './unsubscribe.ts'

type OutboxRow = { workspace_id: string; kind: string; params: unknown; language: Language; user_id: string | null }

const events: Record<Exclude<OutboxMail['kind'], 'invite' | 'address_changed' | 'second_factor' | 'billing' | 'hook_off'>, NotificationEvent> = {
  points_received: 'points_received', reward_redeemed: 'reward_redeemed', reward_fulfilled: 'reward_fulfilled', reward_declined: 'reward_fulfilled',
  gift_failed: 'reward_redeemed',
}

/** The reader still wants this mail: in the team, switched on by the team and by themselves. */
async function wants(trx: Trx, row: OutboxRow, event: NotificationEvent): Promise<boolean> {
  const found = await trx.selectFrom('users').innerJoin('settings', 'settings.workspace_id', 'users.workspace_id')
    .where('users.workspace_id', '=', row.workspace_id).where('users.id', '=', row.user_id ?? '').where('users.state', '=', 'accepted')
    .select([`users.notify_${event} as own`, `settings.notify_${event} as team`]).executeTakeFirst()
  return Boolean(found?.own && found.team)
}

async function brandOf(trx: Trx, workspace_id: string, publicUrl: string): Promise<Brand> {
  const [{ name, logo_key }, settings] = await Promise.all([findTeam(trx, workspace_id), findSettings(trx, workspace_id)])
  const logo = fileUrl(workspace_id, logo_key)
  return { team: name, color: settings.active_color, logo: logo && publicUrl + logo }
}

async function nameOf(trx: Trx, workspace_id: string, id: string): Promise<string> {
  const row = await selectPeople(trx, workspace_id).where('users.id', '=', id).executeTakeFirst()
  return row ? presentPerson(row, workspace_id).name : ''
}

/** News of billing, unless they are old by now: the payment came after all, somebody subscribed, the reader looks after it no more. */
async function billingMailOf(trx: Trx, publicUrl: string, { workspace_id, user_id, language }: OutboxRow, news: BillingNews): Promise<MailBody | null> {
  const found = await trx.selectFrom('workspaces').innerJoin('settings', 'settings.workspace_id', 'workspaces.id').leftJoin('subscriptions', 'subscriptions.workspace_id', 'workspaces.id')
    .innerJoin('permissions', 'permissions.workspace_id', 'workspaces.id').where('permissions.user_id', '=', user_id ?? '').where('permissions.billing_administrator', '=', true)
    .where('workspaces.id', '=', workspace_id).select(['workspaces.name', 'workspaces.trial_ends_at', 'settings.timezone', 'subscriptions.status', 'subscriptions.open_invoice']).executeTakeFirst()
  const standing: Record<BillingNews, SubscriptionStatus> = { trial_ending: 'none', payment_failed: 'past_due', ended: 'canceled', ended_unpaid: 'canceled' }
  if (!found || (found.status ?? 'none') !== standing[news]) return null
  const open = found.open_invoice as { amount: number; next_attempt_at: string | null } | null
  const when = news === 'trial_ending' ? found.trial_ends_at : open?.next_attempt_at ? new Date(open.next_attempt_at) : null
  return billingMail(language, news, { team: found.name, cents: open?.amount ?? 0, when, timezone: found.timezone, publicUrl })
}

/** A connection that was switched off, unless somebody has dealt with it, or the reader looks after it no more. */
async function hookMailOf(trx: Trx, publicUrl: string, { workspace_id, user_id, language }: OutboxRow, hook_id: string): Promise<MailBody | null> {
  const hook = await trx.selectFrom('hooks').innerJoin('workspaces', 'workspaces.id', 'hooks.workspace_id').innerJoin('permissions', 'permissions.workspace_id', 'hooks.workspace_id')
    .where('hooks.workspace_id', '=', workspace_id).where('hooks.id', '=', hook_id).where('hooks.state', '=', 'off').where('permissions.user_id', '=', user_id ?? '')
    .where((eb) => eb.or([eb('permissions.global_administrator', '=', true), eb('permissions.account_administrator', '=', true)]))
    .select(['hooks.kind', 'hooks.url', 'hooks.description', 'hooks.off_reason', 'workspaces.name']).executeTakeFirst()
  return hook?.off_reason ? hookOffMail(language, { team: hook.name, name: hook.description || say(language, 'mail', `hook_off.kind.${hook.kind}`), address: new URL(hook.url).host, reason: hook.off_reason, publicUrl }) : null
}

/** Writes a mail of the outbox as things are now; null when its cause is gone or nobody wants to read it any more. */
export async function writeMail(trx: Trx, { config }: Services, row: OutboxRow): Promise<MailBody | null> {
  const mail = { kind: row.kind, params: row.params } as OutboxMail
  if (mail.kind === 'invite') return inviteMail(row.language, mail.params)
  if (mail.kind === 'address_changed') return addressChangedMail(row.language)
  if (mail.kind === 'second_factor') return secondFactorMail(row.language, mail.params.news, mail.params.left ?? 0)
  const { workspace_id, user_id, language } = row
  if (mail.kind === 'billing') return billingMailOf(trx, config.publicUrl, row, mail.params.news)
  if (mail.kind === 'hook_off') return hookMailOf(trx, config.publicUrl, row, mail.params.hook_id)
  const event = events[mail.kind]
  if (user_id === null || !(await wants(trx, row, event))) return null
  const to: Notice = {
    language, event, brand: await brandOf(trx, workspace_id, config.publicUrl),
    stop: `${config.publicUrl}/u/${unsubscribeToken(config.secret, { workspace_id, user_id, event })}`, settings: `${config.publicUrl}/edit-profile`,
  }
  if (mail.kind === 'points_received') {
    const post = await findPostForMail(trx, workspace_id, mail.params.post_id)
    if (!post) return null
    const added_to = post.added_to && { author: (await nameOf(trx, workspace_id, post.added_to.from_id)) || say(language, 'common', 'former'), description: post.added_to.description }
    return pointsMail(to, { ...post, name: await nameOf(trx, workspace_id, post.from_id), link: `${config.publicUrl}/feed` }, added_to ?? undefined)
  }
  const purchase = await findPurchaseForMail(trx, workspace_id, mail.params.purchase_id)
  if (!purchase) return null
  const about = { title: purchase.title, price: purchase.price, name: await nameOf(trx, workspace_id, purchase.created_by) }
  if (mail.kind === 'gift_failed') {
    return rewardMail(to, 'gift_failed', { ...about, note: say(language, 'mail', `gift_failed.reason.${mail.params.reason}`), link: `${config.publicUrl}/settings/rewards/payment` })
  }
  // A gift card is at the end of its link.
  if (mail.kind === 'reward_fulfilled' && purchase.claim_url) return rewardMail(to, 'gift', { ...about, note: '', link: purchase.claim_url })
  const team = purchase.reward_type === 'team'
  const news = mail.kind === 'reward_redeemed' ? (team ? 'redeemed_team' as const : 'redeemed' as const) : mail.kind === 'reward_fulfilled' ? 'fulfilled' : 'declined'
  // A purchase that was canceled before the mail went out needs nobody's work.
  if (mail.kind === 'reward_redeemed' && purchase.status !== (team ? 'purchased' : 'pending')) return null
  const reason = mail.kind === 'reward_declined' && mail.params.expired ? say(language, 'mail', 'expired') : purchase.decline_reason
  return rewardMail(to, news, {
    ...about,
    note: news === 'redeemed' ? purchase.comment : news === 'declined' ? reason : '',
    link: `${config.publicUrl}${mail.kind === 'reward_redeemed' ? '/settings/rewards/purchases' : '/rewards'}`,
  })
}
