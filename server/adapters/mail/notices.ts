import type { Language } from '#contract/common.ts'
import type { NotificationEvent } from '#contract/settings.ts'
import { say } from '#server/platform/texts.ts'
import {
  badges,
  type Brand,
  button,
  frame,
  heading,
  line,
  type MailBody,
  quote,
  toBody,
} from './frame.ts'

/**
 * A mail somebody may stop: `stop` is the page of the one-click link (RFC 8058), `settings` where
 * all switches are.
 */
export type Notice = {
  language: Language
  brand: Brand
  event: NotificationEvent
  stop: string
  settings: string
}

type Part = {
  subject: string
  title: string
  intro?: string
  quote?: string
  points?: string
  value?: { name: string; emoji: string; color: string }
  action: string
  link: string
}

async function notice(
  { language, brand, event, stop, settings }: Notice,
  part: Part,
): Promise<MailBody> {
  const t = (key: string) => say(language, 'mail', key, { team: brand.team })
  const children = [
    heading(part.title),
    part.intro ? line(part.intro) : null,
    part.quote ? quote(part.quote, part.value?.color ?? brand.color) : null,
    part.points ? badges(brand, part.points, part.value) : null,
    button(brand, part.action, part.link),
  ]
  const foot = [
    { text: t(`why.${event}`), link: { text: t('stop'), href: stop } },
    { text: '', link: { text: t('switches'), href: settings } },
  ]
  const text = [
    part.title,
    part.intro ?? '',
    part.quote ?? '',
    [part.points, part.value ? `${part.value.emoji} ${part.value.name}` : '']
      .filter(Boolean)
      .join(' · '),
    `${part.action}: ${part.link}`,
    `${t(`why.${event}`)} ${t('stop')}: ${stop}`,
  ]
  const body = await toBody(
    part.subject,
    text,
    frame(language, brand, part.quote ?? part.intro ?? part.title, children, foot),
  )
  return {
    ...body,
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

type Thanks = {
  name: string
  score: number
  description: string
  value: { name: string; emoji: string; color: string }
  link: string
}
const words_max = 200
/** Whole words, where there are any. */
const beginning = (text: string) =>
  text.length > words_max
    ? `${text
        .slice(0, words_max - 1)
        .replace(/\s+\S*$/, '')
        .toWellFormed()}…`
    : text

/**
 * Somebody was thanked, or a colleague added points (and perhaps words) to thanks they got: then it
 * says to what.
 */
export function pointsMail(
  to: Notice,
  post: Thanks,
  added_to?: { author: string; description: string },
): Promise<MailBody> {
  const t = (key: string) =>
    say(to.language, 'mail', `points.${key}`, { name: post.name, score: post.score })
  const badge = {
    points: `+${post.score}`,
    value: post.value,
    action: t('action'),
    link: post.link,
  }
  if (!added_to)
    return notice(to, {
      subject: t('subject'),
      title: t('title'),
      quote: post.description,
      ...badge,
    })
  const added = (key: string) =>
    say(to.language, 'mail', `added.${key}`, {
      name: post.name,
      score: post.score,
      author: added_to.author,
      words: beginning(added_to.description),
    })
  return notice(to, {
    subject: added('subject'),
    title: added('title'),
    intro: added('intro'),
    ...(post.description ? { quote: post.description } : {}),
    ...badge,
  })
}

type RewardNews = { name: string; title: string; price: number; note: string; link: string }

/**
 * A reward was redeemed by one person or filled by the team (to rewards administrators), fulfilled
 * or declined (to its buyers); a gift card came, or could not be bought (to administrators). `note`
 * is the comment or the reason.
 */
export function rewardMail(
  to: Notice,
  news: 'redeemed' | 'redeemed_team' | 'fulfilled' | 'declined' | 'gift' | 'gift_failed',
  reward: RewardNews,
): Promise<MailBody> {
  const t = (key: string) =>
    say(to.language, 'mail', `${news}.${key}`, {
      name: reward.name,
      title: reward.title,
      price: reward.price,
    })
  return notice(to, {
    subject: t('subject'),
    title: t('title'),
    intro: t('intro'),
    ...(reward.note ? { quote: reward.note } : {}),
    action: t('action'),
    link: reward.link,
  })
}
