import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { translate, translatePlural, bcp47Tag } from '#server/platform/i18n/messages.ts'
import {
  button,
  faintColor,
  mailLayout,
  heading,
  laurelBrand,
  paragraph,
  type MailBody,
  quote,
  renderMailBody,
} from './layout.ts'

/** Purpose of a one-time code. The mail names it, so that readers know what the code permits. */
export type CodePurpose = 'sign_in' | 'change_email' | 'presence' | 'join_domain'
const codeKeyPrefixes = {
  sign_in: '',
  change_email: 'change_email_',
  presence: 'presence_',
  join_domain: 'join_domain_',
} as const satisfies Record<CodePurpose, string>

/** Returns a one-time code mail. The subject repeats the code for phone notifications. */
export async function codeMail(
  language: Language,
  code: string,
  publicUrl: string,
  purpose: CodePurpose,
): Promise<MailBody> {
  const t = (key: string) =>
    translate(language, 'mail', `code.${codeKeyPrefixes[purpose]}${key}`, {
      code,
      minutes: limits.code_life_minutes,
      address: publicUrl,
    })
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(t('title')),
    paragraph(t('intro')),
    paragraph(code, { fontSize: 34, fontWeight: 700, lineHeight: 1.2, letterSpacing: '8px' }),
    paragraph(t('ignore'), { color: faintColor, fontSize: 14, margin: 0 }),
  ])
  return renderMailBody(t('subject'), [t('title'), t('intro'), code, t('ignore')], page)
}

/** Returns the mail to an account's old address after a change; `link` undoes the change. */
export async function addressChangedMail(language: Language, link?: string): Promise<MailBody> {
  const t = (key: string) =>
    translate(language, 'mail', `address_changed.${key}`, { days: limits.address_undo_days })
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(t('title')),
    paragraph(t('intro')),
    ...(link === undefined ? [] : [paragraph(t('what')), button(laurelBrand, t('action'), link)]),
    paragraph(t('ignore'), { color: faintColor, fontSize: 14, margin: '16px 0 0' }),
  ])
  return renderMailBody(
    t('subject'),
    [t('title'), t('intro'), ...(link === undefined ? [] : [t('what'), link]), t('ignore')],
    page,
  )
}

/** Returns the mail to every concerned address after a change of address was undone. */
export async function addressRestoredMail(
  language: Language,
  factorRemoved: boolean,
): Promise<MailBody> {
  const t = (key: string) => translate(language, 'mail', `address_restored.${key}`)
  const lines = [t('intro'), t('ended'), ...(factorRemoved ? [t('factor')] : [])]
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(t('title')),
    ...lines.map((line) => paragraph(line)),
    paragraph(t('ignore'), { color: faintColor, fontSize: 14, margin: 0 }),
  ])
  return renderMailBody(t('subject'), [t('title'), ...lines, t('ignore')], page)
}

type TokenFacts = {
  team: string
  name: string
  expires_at: Date
  timezone: string
  publicUrl: string
}
/** Returns the mail to the owner of a new access token, with its last day in `timezone`. */
export async function tokenCreatedMail(
  language: Language,
  { team, name, expires_at: expiresAt, timezone, publicUrl }: TokenFacts,
): Promise<MailBody> {
  const day = new Intl.DateTimeFormat(bcp47Tag(language), {
    dateStyle: 'long',
    timeZone: timezone,
  }).format(new Date(expiresAt.getTime() - 1))
  const t = (key: string) =>
    translate(language, 'mail', `token_created.${key}`, { team, name, day })
  const link = `${publicUrl}/edit-profile`
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(t('title')),
    paragraph(t('intro')),
    paragraph(t('what')),
    button(laurelBrand, t('action'), link),
  ])
  return renderMailBody(t('subject'), [t('title'), t('intro'), t('what'), link], page)
}

type DeletionFacts = {
  team: string
  name: string
  dueAt: Date | null
  timezone: string
  publicUrl: string
}
/** Returns the mail to account administrators about a requested or canceled team deletion. */
export async function deletionMail(
  language: Language,
  event: 'requested' | 'canceled',
  { team, name, dueAt, timezone, publicUrl }: DeletionFacts,
): Promise<MailBody> {
  const day = dueAt
    ? new Intl.DateTimeFormat(bcp47Tag(language), {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: timezone,
      }).format(dueAt)
    : ''
  const t = (key: string) =>
    translate(language, 'mail', `workspace_deletion.${event}.${key}`, { team, name, day })
  const link = `${publicUrl}/settings/danger`
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(t('title')),
    paragraph(t('intro')),
    paragraph(t('what')),
    button(laurelBrand, t('action'), link),
  ])
  return renderMailBody(t('subject'), [t('title'), t('intro'), t('what'), link], page)
}

/**
 * Returns the mail to account administrators about an entry without the required single sign-on, or
 * about a certificate that ends on `endsAt`, or about a pause of SCIM.
 */
export async function ssoNoticeMail(
  language: Language,
  notice: {
    team: string
    timezone: string
    publicUrl: string
  } & (
    | { news: 'break_glass'; name: string }
    | { news: 'certificate'; connection: string; endsAt: Date }
    | { news: 'scim_paused' }
  ),
): Promise<MailBody> {
  const { news, team, timezone, publicUrl } = notice
  const day = (at: Date) =>
    new Intl.DateTimeFormat(bcp47Tag(language), { dateStyle: 'long', timeZone: timezone }).format(
      at,
    )
  const facts: Record<string, string> = {
    ...(notice.news === 'break_glass' ? { name: notice.name } : {}),
    ...(notice.news === 'certificate'
      ? { connection: notice.connection, day: day(notice.endsAt) }
      : {}),
  }
  const t = (key: string) =>
    translate(language, 'mail', `sso_notice.${news}.${key}`, { team, ...facts })
  const link = `${publicUrl}/settings/${news === 'break_glass' ? 'audit' : 'sign-in'}`
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(t('title')),
    paragraph(t('intro')),
    paragraph(t('what')),
    button(laurelBrand, t('action'), link),
  ])
  return renderMailBody(t('subject'), [t('title'), t('intro'), t('what'), link], page)
}

/** Returns the mail about a change of two-factor sign-in; `left` counts unused recovery codes. */
export async function twoFactorMail(
  language: Language,
  event:
    | 'added'
    | 'removed'
    | 'removed_by_operator'
    | 'recovery_used'
    | 'recovery_presence'
    | 'renewed',
  left: number,
): Promise<MailBody> {
  const t = (key: string) => translate(language, 'mail', `second_factor.${key}`)
  const lines = [
    t(`${event}.intro`),
    ...(event === 'recovery_used' || event === 'recovery_presence'
      ? [translatePlural(language, 'mail', 'second_factor.left', left)]
      : []),
  ]
  const page = mailLayout(language, laurelBrand, t(`${event}.intro`), [
    heading(t(`${event}.title`)),
    ...lines.map((line) => paragraph(line)),
    paragraph(t('ignore'), { color: faintColor, fontSize: 14, margin: 0 }),
  ])
  return renderMailBody(t(`${event}.subject`), [t(`${event}.title`), ...lines, t('ignore')], page)
}

/** Returns the texts of an invitation, also for its preview. */
export function inviteMailTexts(
  language: Language,
  { team, inviter }: { team: string; inviter: string },
) {
  const t = (key: string) =>
    translate(language, 'mail', `invite.${key}`, { team, inviter, days: limits.invite_days })
  return {
    subject: t('subject'),
    title: t('title'),
    intro: t(inviter ? 'intro' : 'intro_plain'),
    what: t('what'),
    action: t('action'),
    expires: t('expires'),
  }
}

/** Returns an invitation to a team; `link` works once, for 30 days. */
export async function inviteMail(
  language: Language,
  params: { team: string; inviter: string; link: string; message?: string },
): Promise<MailBody> {
  const texts = inviteMailTexts(language, params)
  const { intro } = texts
  const message = params.message ?? ''
  const page = mailLayout(language, laurelBrand, intro, [
    heading(texts.title),
    paragraph(intro),
    message ? quote(message, laurelBrand.color) : null,
    paragraph(texts.what),
    button(laurelBrand, texts.action, params.link),
    paragraph(texts.expires, { color: faintColor, fontSize: 14, margin: '16px 0 0' }),
  ])
  return renderMailBody(
    texts.subject,
    [texts.title, intro, message, texts.what, params.link, texts.expires],
    page,
  )
}

type BillingFacts = {
  team: string
  cents: number
  when: Date | null
  timezone: string
  publicUrl: string
}
/**
 * Returns a mail to billing administrators. `when` is the end of the trial or the next payment
 * attempt; null when none is planned.
 */
export async function billingMail(
  language: Language,
  event: 'trial_ending' | 'payment_failed' | 'ended' | 'ended_unpaid',
  { team, cents, when, timezone, publicUrl }: BillingFacts,
): Promise<MailBody> {
  const tag = bcp47Tag(language)
  const facts = {
    team,
    amount: new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD' }).format(cents / 100),
    day: when
      ? new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: timezone }).format(when)
      : '',
  }
  const t = (key: string) => translate(language, 'mail', `billing.${event}.${key}`, facts)
  const intro = event === 'payment_failed' && !when ? t('intro_once') : t('intro')
  const link = `${publicUrl}/settings/billing/${event === 'payment_failed' ? 'payment_method' : 'trial'}`
  const page = mailLayout(language, laurelBrand, intro, [
    heading(t('title')),
    paragraph(intro),
    paragraph(t('what')),
    button(laurelBrand, t('action'), link),
  ])
  return renderMailBody(t('subject'), [t('title'), intro, t('what'), link], page)
}

type WebhookFacts = {
  team: string
  name: string
  address: string
  reason: 'failing' | 'gone' | 'channel' | 'disconnected'
  publicUrl: string
}
/** Returns the mail to administrators about a disabled webhook and the reason. */
export async function webhookDisabledMail(
  language: Language,
  { team, name, address, reason, publicUrl }: WebhookFacts,
): Promise<MailBody> {
  const t = (key: string) =>
    translate(language, 'mail', `hook_off.${key}`, {
      team,
      name,
      address,
      days: limits.hook_failing_days,
    })
  const link = `${publicUrl}/settings/connections`
  const page = mailLayout(language, laurelBrand, t(reason), [
    heading(t('title')),
    paragraph(t(reason)),
    paragraph(t('what')),
    button(laurelBrand, t('action'), link),
  ])
  return renderMailBody(t('subject'), [t('title'), t(reason), t('what'), link], page)
}

type GiftCardLimitFacts = { team: string; name: string; limit: number; publicUrl: string }
/** Returns the mail to administrators when `name` reaches the daily gift card limit (USD). */
export async function giftCardLimitMail(
  language: Language,
  { team, name, limit, publicUrl }: GiftCardLimitFacts,
): Promise<MailBody> {
  const money = new Intl.NumberFormat(bcp47Tag(language), {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  }).format(limit)
  const t = (key: string) =>
    translate(language, 'mail', `gift_card_limit.${key}`, { team, name, limit: money })
  const link = `${publicUrl}/settings/rewards/purchases`
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(t('title')),
    paragraph(t('intro')),
    paragraph(t('what')),
    button(laurelBrand, t('action'), link),
  ])
  return renderMailBody(t('subject'), [t('title'), t('intro'), t('what'), link], page)
}
