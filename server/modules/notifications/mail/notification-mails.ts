import type { Language } from '#contract/schemas/common.ts'
import type { NotificationEvent } from '#contract/schemas/settings.ts'
import { translate, translatePlural } from '#server/platform/i18n/messages.ts'
import {
  pointsBadge,
  type MailBrand,
  button,
  mailLayout,
  heading,
  paragraph,
  type MailBody,
  quote,
  renderMailBody,
  textLink,
} from './layout.ts'

/** Context of a mail with one-click unsubscribe (RFC 8058) and a link to all settings. */
export type NotificationMail = {
  language: Language
  brand: MailBrand
  event: NotificationEvent
  unsubscribeUrl: string
  settingsUrl: string
}

type NotificationContent = {
  subject: string
  title: string
  intro?: string
  quote?: string
  code?: { label: string; text: string }
  points?: string
  posts?: { title: string; text: string; color: string }[]
  value?: { name: string; emoji: string; color: string }
  action: string
  link: string
  secondAction?: { text: string; link: string }
}

const codeStyle = { margin: '0 0 20px', fontSize: 20, fontWeight: 700, wordBreak: 'break-all' }

/** Renders a mail with its footer: why the reader gets it, and how to stop it. */
export async function renderNotification(
  { language, brand, event, unsubscribeUrl, settingsUrl }: NotificationMail,
  part: NotificationContent,
): Promise<MailBody> {
  const t = (key: string) => translate(language, 'mail', key, { team: brand.team })
  const children = [
    heading(part.title),
    part.intro ? paragraph(part.intro) : null,
    part.quote ? quote(part.quote, part.value?.color ?? brand.color) : null,
    part.code ? paragraph(part.code.label, { margin: '0 0 4px' }) : null,
    part.code ? paragraph(part.code.text, codeStyle) : null,
    part.points ? pointsBadge(brand, part.points, part.value) : null,
    ...(part.posts ?? []).flatMap(({ title, text, color }) => [
      paragraph(title, { margin: '0 0 6px', fontWeight: 600 }),
      quote(text, color),
    ]),
    button(brand, part.action, part.link),
    part.secondAction ? textLink(part.secondAction.text, part.secondAction.link) : null,
  ]
  const foot = [
    { text: t(`why.${event}`), link: { text: t('stop'), href: unsubscribeUrl } },
    { text: '', link: { text: t('switches'), href: settingsUrl } },
  ]
  const text = [
    part.title,
    part.intro ?? '',
    part.quote ?? '',
    part.code ? `${part.code.label} ${part.code.text}` : '',
    [part.points, part.value ? `${part.value.emoji} ${part.value.name}` : '']
      .filter(Boolean)
      .join(' · '),
    ...(part.posts ?? []).map(({ title, text: words }) => `${title}:\n${words}`),
    `${part.action}: ${part.link}`,
    part.secondAction ? `${part.secondAction.text}: ${part.secondAction.link}` : '',
    `${t(`why.${event}`)} ${t('stop')}: ${unsubscribeUrl}`,
  ]
  const body = await renderMailBody(
    part.subject,
    text,
    mailLayout(language, brand, part.quote ?? part.intro ?? part.title, children, foot),
  )
  return {
    ...body,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

type RecognitionFacts = {
  name: string
  score: number
  description: string
  value: { name: string; emoji: string; color: string }
  link: string
  /** Opens the post with the comment field; null when the team has no comments. */
  replyLink: string | null
}

const excerptCharsMax = 200

/** Cuts a text at a word boundary when there is one. */
export const excerpt = (text: string) =>
  text.length > excerptCharsMax
    ? `${text
        .slice(0, excerptCharsMax - 1)
        .replace(/\s+\S*$/, '')
        .toWellFormed()}…`
    : text

/**
 * Returns the mail to a recipient of points. `addedTo` is the original post when a colleague added
 * points to it.
 */
export function pointsMail(
  to: NotificationMail,
  post: RecognitionFacts,
  addedTo?: { author: string; description: string },
): Promise<MailBody> {
  const t = (key: string) =>
    translate(to.language, 'mail', `points.${key}`, { name: post.name, score: post.score })
  const badge = {
    points: `+${post.score}`,
    value: post.value,
    action: t('action'),
    link: post.link,
    ...(post.replyLink === null
      ? {}
      : { secondAction: { text: t('reply'), link: post.replyLink } }),
  }
  if (!addedTo)
    return renderNotification(to, {
      subject: t('subject'),
      title: t('title'),
      quote: post.description,
      ...badge,
    })
  const added = (key: string) =>
    translate(to.language, 'mail', `added.${key}`, {
      name: post.name,
      score: post.score,
      author: addedTo.author,
      words: excerpt(addedTo.description),
    })
  return renderNotification(to, {
    subject: added('subject'),
    title: added('title'),
    intro: added('intro'),
    ...(post.description ? { quote: post.description } : {}),
    ...badge,
  })
}

/** Returns the mail about a post by the team itself, such as a birthday, with or without points. */
export function companyMail(
  to: NotificationMail,
  { score, description, value, link }: Omit<RecognitionFacts, 'name' | 'replyLink'>,
): Promise<MailBody> {
  const subject = translate(to.language, 'mail', 'company.subject', { team: to.brand.team })
  return renderNotification(to, {
    subject,
    title: subject,
    quote: description,
    ...(score > 0 ? { points: `+${score}` } : {}),
    value,
    action: translate(to.language, 'mail', 'points.action'),
    link,
  })
}

type RewardFacts = {
  name: string
  title: string
  price: number
  /** Points of the reader, which are back. */
  points?: number | undefined
  note: string
  code?: string
  link: string
}
export type RewardMailEvent =
  | 'redeemed'
  | 'redeemed_team'
  | 'fulfilled'
  | 'declined'
  | 'returned'
  | 'gift'
  | 'gift_failed'

/**
 * Returns a mail about a purchase: `redeemed*` and `gift_failed` to administrators, the others to
 * buyers. `note` is the buyer's comment, the reason, or the note to the buyer.
 */
export function rewardMail(
  to: NotificationMail,
  event: RewardMailEvent,
  reward: RewardFacts,
): Promise<MailBody> {
  const t = (key: string) =>
    translate(to.language, 'mail', `${event}.${key}`, {
      name: reward.name,
      title: reward.title,
      price: translatePlural(to.language, 'common', 'points', reward.price),
      points: translatePlural(to.language, 'common', 'points', reward.points ?? 0),
    })
  return renderNotification(to, {
    subject: t('subject'),
    title: t('title'),
    intro: t('intro'),
    ...(reward.note ? { quote: reward.note } : {}),
    ...(reward.code ? { code: { label: t('code'), text: reward.code } } : {}),
    action: t('action'),
    link: reward.link,
  })
}
