import type { MailBrand, MailBody } from '#server/modules/notifications/mail/layout.ts'
import {
  companyMail,
  type NotificationMail,
  pointsMail,
  type RewardMailEvent,
  rewardMail,
} from '#server/modules/notifications/mail/notification-mails.ts'
import type { NotificationEvent } from '#contract/schemas/settings.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { findSettings, findWorkspaceBrand } from '#server/modules/workspaces/queries.ts'
import type { OutboxMail, OutboxRow } from '#server/modules/outbox/enqueue-mails.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import {
  composeMandatoryMail,
  isMandatoryMail,
  type MandatoryMailKind,
} from './compose-mandatory-mail.ts'
import { type AwardMail, composeAwardMail } from './compose-award-mail.ts'
import {
  composeNominationMail,
  isNominationMail,
  type NominationMail,
} from './compose-nomination-mail.ts'
import { composeReminderMail, type ReminderMail } from './compose-reminder-mail.ts'
import { composeReportMail } from './compose-report-mail.ts'
import {
  findPersonName,
  findPostForMail,
  findPurchaseForMail,
  findNotificationSetting,
} from './queries.ts'
import { createUnsubscribeToken } from './unsubscribe.ts'

type PointsMail = Extract<OutboxMail, { kind: 'points_received' }>
type ReportMail = Extract<OutboxMail, { kind: 'monthly_report' }>
type PurchaseMail = Exclude<
  OutboxMail,
  AwardMail | NominationMail | PointsMail | ReminderMail | ReportMail | { kind: MandatoryMailKind }
>

const eventByMailKind: Record<
  (AwardMail | NominationMail | PointsMail | PurchaseMail | ReminderMail | ReportMail)['kind'],
  NotificationEvent
> = {
  points_received: 'points_received',
  reward_redeemed: 'reward_redeemed',
  reward_fulfilled: 'reward_fulfilled',
  reward_declined: 'reward_fulfilled',
  gift_failed: 'reward_redeemed',
  weekly_digest: 'weekly_digest',
  points_left: 'points_left',
  monthly_report: 'monthly_report',
  award: 'awards',
  jury_asked: 'awards',
  kind_words: 'points_received',
}

/** Returns whether the reader is a member and both the workspace and the reader allow the mail. */
async function wantsMail(trx: Trx, row: OutboxRow, event: NotificationEvent): Promise<boolean> {
  const found = await findNotificationSetting(trx, row.workspace_id, row.user_id, event)
  return Boolean(found?.own && found.team)
}

async function loadMailBrand(trx: Trx, workspaceId: string, publicUrl: string): Promise<MailBrand> {
  const [{ name, logo_key: logoKey }, settings] = await Promise.all([
    findWorkspaceBrand(trx, workspaceId),
    findSettings(trx, workspaceId),
  ])
  const logo = fileUrl(workspaceId, logoKey)
  return { team: name, color: settings.active_color, logo: logo && publicUrl + logo }
}

async function composePointsMail(
  trx: Trx,
  { publicUrl }: Services['config'],
  { workspace_id: workspaceId, language }: OutboxRow,
  to: NotificationMail,
  postId: string,
): Promise<MailBody | null> {
  const post = await findPostForMail(trx, workspaceId, postId)
  if (!post) return null
  const nameOfAuthor = async (authorId: string | null) =>
    authorId === null
      ? to.brand.team
      : (await findPersonName(trx, workspaceId, authorId)) ||
        translate(language, 'common', 'former')
  const addedTo = post.addedTo && {
    author: await nameOfAuthor(post.addedTo.authorId),
    description: post.addedTo.description,
  }
  const link = `${publicUrl}/posts/${post.rootId}`
  const { comments: hasComments } = await findSettings(trx, workspaceId)
  if (post.from_id === null) return companyMail(to, { ...post, link })
  return pointsMail(
    to,
    {
      ...post,
      name: await nameOfAuthor(post.from_id),
      link,
      replyLink: hasComments ? `${link}?reply=true` : null,
    },
    addedTo ?? undefined,
  )
}

function rewardMailEvent(
  mail: Exclude<PurchaseMail, { kind: 'gift_failed' }>,
  isTeamReward: boolean,
): RewardMailEvent {
  if (mail.kind === 'reward_fulfilled') return 'fulfilled'
  if (mail.kind === 'reward_declined')
    return mail.params.returned === undefined ? 'declined' : 'returned'
  return isTeamReward ? 'redeemed_team' : 'redeemed'
}

async function composePurchaseMail(
  trx: Trx,
  { publicUrl }: Services['config'],
  { workspace_id: workspaceId, language }: OutboxRow,
  to: NotificationMail,
  mail: PurchaseMail,
): Promise<MailBody | null> {
  const purchase = await findPurchaseForMail(trx, workspaceId, mail.params.purchase_id)
  if (!purchase) return null
  const facts = {
    title: purchase.title,
    price: purchase.price,
    name:
      (await findPersonName(trx, workspaceId, purchase.created_by)) ||
      translate(language, 'common', 'former'),
  }
  if (mail.kind === 'gift_failed') {
    return rewardMail(to, 'gift_failed', {
      ...facts,
      note: translate(language, 'mail', `gift_failed.reason.${mail.params.reason}`),
      link: `${publicUrl}/settings/rewards/payment`,
    })
  }
  // The claim URL leads to the gift card itself.
  if (mail.kind === 'reward_fulfilled' && purchase.claim_url)
    return rewardMail(to, 'gift', { ...facts, note: '', link: purchase.claim_url })
  const isTeamReward = purchase.reward_type === 'team'
  // A purchase canceled before the mail is sent needs no decision.
  if (
    mail.kind === 'reward_redeemed' &&
    purchase.status !== (isTeamReward ? 'purchased' : 'pending')
  )
    return null
  // A purchase that was taken back in the meantime has a mail of its own.
  if (mail.kind === 'reward_fulfilled' && purchase.returned_at) return null
  const event = rewardMailEvent(mail, isTeamReward)
  const reason =
    mail.kind === 'reward_declined' && mail.params.expired
      ? translate(language, 'mail', 'expired')
      : purchase.decline_reason
  const notes: Partial<Record<RewardMailEvent, string>> = {
    redeemed: purchase.comment,
    fulfilled: purchase.note,
    declined: reason,
    returned: reason,
  }
  return rewardMail(to, event, {
    ...facts,
    points: mail.kind === 'reward_declined' ? mail.params.returned : undefined,
    note: notes[event] ?? '',
    code: event === 'fulfilled' ? purchase.code : '',
    link: `${publicUrl}${mail.kind === 'reward_redeemed' ? '/settings/rewards/purchases' : '/rewards?tab=mine'}`,
  })
}

/**
 * Returns the body of an outbox mail from current data. Null when its cause no longer exists, or
 * the reader may not or does not want to get it.
 */
export async function composeMail(
  trx: Trx,
  { config, clock }: Services,
  row: OutboxRow,
): Promise<MailBody | null> {
  const mail = { kind: row.kind, params: row.params } as OutboxMail
  if (isMandatoryMail(mail)) return composeMandatoryMail(trx, config.publicUrl, row, mail)
  const { workspace_id: workspaceId, user_id: userId, language } = row
  const event = eventByMailKind[mail.kind]
  if (userId === null || !(await wantsMail(trx, row, event))) return null
  const to: NotificationMail = {
    language,
    event,
    brand: await loadMailBrand(trx, workspaceId, config.publicUrl),
    unsubscribeUrl: `${config.publicUrl}/u/${createUnsubscribeToken(config.secret, { workspaceId, userId, event })}`,
    settingsUrl: `${config.publicUrl}/edit-profile`,
  }
  if (mail.kind === 'weekly_digest' || mail.kind === 'points_left')
    return composeReminderMail(trx, { ...row, user_id: userId }, to, mail, {
      link: `${config.publicUrl}/feed`,
      at: clock.now(),
    })
  if (mail.kind === 'monthly_report')
    return composeReportMail(
      trx,
      { workspace_id: workspaceId, user_id: userId },
      to,
      mail.params,
      config.publicUrl,
    )
  if (mail.kind === 'award')
    return composeAwardMail(trx, { ...row, user_id: userId }, to, mail.params, {
      publicUrl: config.publicUrl,
      at: clock.now(),
    })
  if (isNominationMail(mail))
    return composeNominationMail(trx, { ...row, user_id: userId }, to, mail, {
      publicUrl: config.publicUrl,
      at: clock.now(),
    })
  return mail.kind === 'points_received'
    ? composePointsMail(trx, config, row, to, mail.params.post_id)
    : composePurchaseMail(trx, config, row, to, mail)
}
