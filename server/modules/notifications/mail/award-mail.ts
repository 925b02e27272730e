import { translate, translatePlural } from '#server/platform/i18n/messages.ts'
import type { MailBody } from './layout.ts'
import { type NotificationMail, renderNotification } from './notification-mails.ts'

/** What a mail says about an award: to approvers `requested` and `reminder`, otherwise to the giver. */
export type AwardNews =
  | 'requested'
  | 'reminder'
  | 'approved'
  | 'declined'
  | 'receiver_left'
  | 'waiting'

type AwardFacts = {
  award: string
  /** The giver, or who declined it. */
  name: string
  /** The first receiver by name, and the number of all. */
  receiver: string
  receivers: number
  /** For each receiver. */
  points: number
  /** What the giver wrote, or the reason of a decline. */
  quote: string
  /** Days without a decision. */
  days: number
  link: string
}

/** Returns the mail about an award that needs a decision, or was decided. */
export function awardMail(
  to: NotificationMail,
  news: AwardNews,
  { receiver, receivers, quote, link, ...facts }: AwardFacts,
): Promise<MailBody> {
  const { language } = to
  const isRequest = news === 'requested' || news === 'reminder'
  const others = receivers - 1
  const params = {
    ...facts,
    receivers: others
      ? translatePlural(language, 'mail', 'award.more', others, { name: receiver })
      : receiver,
  }
  const t = (key: string) => translate(language, 'mail', `award.${key}`, params)
  const title = t(`${news}.title`)
  return renderNotification(to, {
    subject: title,
    title,
    intro: t(isRequest ? 'asked' : `${news}.intro`),
    ...(isRequest || news === 'declined' ? { quote } : {}),
    action: t(isRequest ? 'decide' : 'open'),
    link,
  })
}
