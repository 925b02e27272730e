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
  renderMailBody,
} from './layout.ts'

/**
 * What a code is for: its mail says so, so that nobody gives one away that does more than they
 * think.
 */
export type CodePurpose = 'sign_in' | 'change_email' | 'presence'
const codeKeyPrefixes = {
  sign_in: '',
  change_email: 'change_email_',
  presence: 'presence_',
} as const satisfies Record<CodePurpose, string>

/** A one-time code; it stands in the subject too, where a phone shows it at once. */
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

/**
 * To the old address, after an account has got another: whoever did not do it themselves learns of
 * it, and `link` undoes it.
 */
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

/** After a change of address was undone, to every address that it concerns. */
export async function addressRestoredMail(
  language: Language,
  factorRemoved: boolean,
): Promise<MailBody> {
  const t = (key: string) => translate(language, 'mail', `address_restored.${key}`)
  const says = [t('intro'), t('ended'), ...(factorRemoved ? [t('factor')] : [])]
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(t('title')),
    ...says.map((one) => paragraph(one)),
    paragraph(t('ignore'), { color: faintColor, fontSize: 14, margin: 0 }),
  ])
  return renderMailBody(t('subject'), [t('title'), ...says, t('ignore')], page)
}

type TokenFacts = {
  team: string
  name: string
  expires_at: Date
  timezone: string
  publicUrl: string
}
/** To the owner of a new access token. Its last day ends in the time zone of the team. */
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
  due_at: Date | null
  timezone: string
  publicUrl: string
}
/** To account administrators: somebody asked to delete the team, or keeps it after all. */
export async function deletionMail(
  language: Language,
  news: 'requested' | 'canceled',
  { team, name, due_at: dueAt, timezone, publicUrl }: DeletionFacts,
): Promise<MailBody> {
  const day = dueAt
    ? new Intl.DateTimeFormat(bcp47Tag(language), {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: timezone,
      }).format(dueAt)
    : ''
  const t = (key: string) =>
    translate(language, 'mail', `workspace_deletion.${news}.${key}`, { team, name, day })
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
 * To the owner of an account, whatever happens to their authenticator app; `left` recovery codes
 * are left.
 */
export async function twoFactorMail(
  language: Language,
  news:
    | 'added'
    | 'removed'
    | 'removed_by_operator'
    | 'recovery_used'
    | 'recovery_presence'
    | 'renewed',
  left: number,
): Promise<MailBody> {
  const t = (key: string) => translate(language, 'mail', `second_factor.${key}`)
  const says = [
    t(`${news}.intro`),
    ...(news === 'recovery_used' || news === 'recovery_presence'
      ? [translatePlural(language, 'mail', 'second_factor.left', left)]
      : []),
  ]
  const page = mailLayout(language, laurelBrand, t(`${news}.intro`), [
    heading(t(`${news}.title`)),
    ...says.map((one) => paragraph(one)),
    paragraph(t('ignore'), { color: faintColor, fontSize: 14, margin: 0 }),
  ])
  return renderMailBody(t(`${news}.subject`), [t(`${news}.title`), ...says, t('ignore')], page)
}

/** An invitation into a team; `link` works once, for 30 days. */
export async function inviteMail(
  language: Language,
  params: { team: string; inviter: string; link: string },
): Promise<MailBody> {
  const t = (key: string) =>
    translate(language, 'mail', `invite.${key}`, { ...params, days: limits.invite_days })
  const intro = t(params.inviter ? 'intro' : 'intro_plain')
  const page = mailLayout(language, laurelBrand, intro, [
    heading(t('title')),
    paragraph(intro),
    paragraph(t('what')),
    button(laurelBrand, t('action'), params.link),
    paragraph(t('expires'), { color: faintColor, fontSize: 14, margin: '16px 0 0' }),
  ])
  return renderMailBody(
    t('subject'),
    [t('title'), intro, t('what'), params.link, t('expires')],
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
 * To who looks after billing: the trial ends, a payment failed, the subscription is over. `when` is
 * the day that matters (null: none is set).
 */
export async function billingMail(
  language: Language,
  news: 'trial_ending' | 'payment_failed' | 'ended' | 'ended_unpaid',
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
  const t = (key: string) => translate(language, 'mail', `billing.${news}.${key}`, facts)
  const intro = news === 'payment_failed' && !when ? t('intro_once') : t('intro')
  const link = `${publicUrl}/settings/billing/${news === 'payment_failed' ? 'payment_method' : 'trial'}`
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
  reason: 'failing' | 'gone'
  publicUrl: string
}
/** To who looks after a team's connections: one was switched off, and why. */
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
/**
 * To administrators: gift cards came to the limit of a day (US dollars) with what `name` redeemed.
 */
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
