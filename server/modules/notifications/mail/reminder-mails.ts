import { bcp47Tag, translate, translatePlural } from '#server/platform/i18n/messages.ts'
import type { MailBody } from './layout.ts'
import { excerpt, type NotificationMail, renderNotification } from './notification-mails.ts'

type DigestPost = { name: string; to: string; more: number; description: string; color: string }
type DigestMailFacts = {
  /** Public thanks of the whole team. */
  thanks: number
  /** How often the reader was thanked, and the points. */
  own: { thanks: number; points: number }
  posts: DigestPost[]
  link: string
}

/** Returns the mail about the team's last week. */
export function digestMail(
  to: NotificationMail,
  { thanks, own, posts, link }: DigestMailFacts,
): Promise<MailBody> {
  const { language, brand } = to
  const t = (key: string, params: Record<string, string | number> = {}) =>
    translate(language, 'mail', `digest.${key}`, params)
  const plural = (key: string, count: number, params: Record<string, string | number> = {}) =>
    translatePlural(language, 'mail', `digest.${key}`, count, params)
  const title = plural('title', thanks, { team: brand.team })
  return renderNotification(to, {
    subject: title,
    title,
    intro: own.thanks ? plural('own', own.thanks, { points: own.points }) : t('own_none'),
    posts: posts.map(({ name, to: recipient, more, description, color }) => ({
      title: more
        ? plural('post_more', more, { name, to: recipient })
        : t('post', { name, to: recipient }),
      text: excerpt(description),
      color,
    })),
    action: t('action'),
    link,
  })
}

/** Returns the reminder of points that end with the period. `end` is not part of the period. */
export function pointsLeftMail(
  to: NotificationMail,
  { points, end, timezone, link }: { points: number; end: Date; timezone: string; link: string },
): Promise<MailBody> {
  const day = new Intl.DateTimeFormat(bcp47Tag(to.language), {
    day: 'numeric',
    month: 'long',
    timeZone: timezone,
  }).format(end.getTime() - 1)
  const t = (key: string) =>
    translate(to.language, 'mail', `points_left.${key}`, { team: to.brand.team })
  const title = translatePlural(to.language, 'mail', 'points_left.title', points, { day })
  return renderNotification(to, {
    subject: title,
    title,
    intro: t('intro'),
    action: t('action'),
    link,
  })
}
