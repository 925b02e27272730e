import type { Language } from '#contract/schemas/common.ts'
import { bcp47Tag, translate, translatePlural } from '#server/platform/i18n/messages.ts'
import {
  button,
  heading,
  laurelBrand,
  type MailBody,
  mailLayout,
  paragraph,
  quote,
  renderMailBody,
} from './layout.ts'

export type LeaverMail = { team: string } & (
  | { news: 'started'; points: number; endsAt: Date; timezone: string; link: string }
  | { news: 'ended'; result: 'lapsed' | 'paid_out' | 'gift_card'; points: number }
  | {
      news: 'purchase'
      outcome: 'fulfilled' | 'declined' | 'returned'
      title: string
      /** Note, code or reason, without empty ones. */
      texts: string[]
      link: string | null
    }
)

/** The part of the texts of a mail, and their parameters. */
function describeMail(language: Language, mail: LeaverMail): [string, Record<string, string>] {
  if (mail.news === 'purchase') return [`purchase.${mail.outcome}`, { title: mail.title }]
  const points = translatePlural(language, 'common', 'points', mail.points)
  if (mail.news === 'ended') return [`ended.${mail.result}`, { points }]
  const day = new Intl.DateTimeFormat(bcp47Tag(language), {
    dateStyle: 'long',
    timeZone: mail.timezone,
  }).format(mail.endsAt)
  return ['started', { points, day }]
}

/** Returns a mail to a leaver: the link of their grace, its end, or a decided purchase. */
export async function leaverMail(language: Language, mail: LeaverMail): Promise<MailBody> {
  const [part, params] = describeMail(language, mail)
  const t = (key: string) =>
    translate(language, 'mail', `leaver.${part}.${key}`, { team: mail.team, ...params })
  const texts = mail.news === 'purchase' ? mail.texts : []
  const link = mail.news === 'ended' ? null : mail.link
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(t('title')),
    paragraph(t('intro')),
    ...texts.map((text) => quote(text, laurelBrand.color)),
    ...(link === null ? [] : [button(laurelBrand, t('action'), link)]),
  ])
  return renderMailBody(
    t('subject'),
    [t('title'), t('intro'), ...texts, ...(link === null ? [] : [link])],
    page,
  )
}
