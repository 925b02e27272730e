import type { ReportSummary } from '#server/modules/reports/report-summary.ts'
import { bcp47Tag, translate, translatePlural } from '#server/platform/i18n/messages.ts'
import type { MailBody } from './layout.ts'
import { type NotificationMail, renderNotification } from './notification-mails.ts'

type ReportMailFacts = ReportSummary & {
  /** The first day of the month. */
  month: string
  link: string
}

/** Returns the mail about the last month in words. */
export function monthlyReportMail(to: NotificationMail, facts: ReportMailFacts): Promise<MailBody> {
  const { language, brand } = to
  const tag = bcp47Tag(language)
  const t = (key: string, params: Record<string, string | number> = {}) =>
    translate(language, 'mail', `report.${key}`, params)
  const points = (count: number) => translatePlural(language, 'common', 'points', count)
  const percent = (share: number) =>
    new Intl.NumberFormat(tag, { style: 'percent' }).format(share / 100)
  const month = new Intl.DateTimeFormat(tag, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(facts.month))
  const describeParticipation = () => {
    const { participation: found } = facts
    if ('people' in found) return t('took_part_of', { active: found.active, people: found.people })
    const share = percent(found.now)
    if (found.before === null) return t('took_part', { share })
    if (found.before === found.now) return t('took_part_same', { share })
    return t(found.now > found.before ? 'took_part_up' : 'took_part_down', {
      share,
      before: percent(found.before),
    })
  }
  const describeUnthanked = () => {
    if (facts.unthanked === null) return []
    return [
      facts.unthanked
        ? translatePlural(language, 'mail', 'report.not_thanked', facts.unthanked)
        : t('everyone_thanked'),
    ]
  }
  const { grown_value: grown } = facts
  const title = t('title', { team: brand.team, month })
  return renderNotification(to, {
    subject: title,
    title,
    intro: [
      describeParticipation(),
      ...describeUnthanked(),
      ...(grown ? [t('value_grew', { name: grown.name, points: points(grown.points) })] : []),
      t('points', { given: points(facts.points_given), redeemed: points(facts.points_redeemed) }),
    ].join(' '),
    action: t('action'),
    link: facts.link,
  })
}
