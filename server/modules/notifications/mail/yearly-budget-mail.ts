import type { Language } from '#contract/schemas/common.ts'
import { minorDigits, toMajorUnits } from '#contract/money.ts'
import type { BudgetThreshold } from '#contract/yearly-budget.ts'
import { bcp47Tag, translate } from '#server/platform/i18n/messages.ts'
import {
  button,
  heading,
  laurelBrand,
  type MailBody,
  mailLayout,
  paragraph,
  renderMailBody,
} from './layout.ts'

type BudgetFacts = {
  team: string
  percent: BudgetThreshold
  usedMinor: number
  amountMinor: number
  currency: string
  /** The last day of the budget year. */
  endsOn: string
  publicUrl: string
}

/** Returns the mail to billing administrators when a part of the yearly budget is used. */
export async function yearlyBudgetMail(
  language: Language,
  { team, percent, usedMinor, amountMinor, currency, endsOn, publicUrl }: BudgetFacts,
): Promise<MailBody> {
  const tag = bcp47Tag(language)
  const formatMoney = (minor: number) =>
    new Intl.NumberFormat(tag, {
      style: 'currency',
      currency,
      minimumFractionDigits: minor % 10 ** minorDigits(currency) ? minorDigits(currency) : 0,
    }).format(toMajorUnits(minor, currency))
  const day = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(endsOn))
  const t = (key: string) =>
    translate(language, 'mail', `yearly_budget.${key}`, {
      team,
      percent: new Intl.NumberFormat(tag, { style: 'percent' }).format(percent / 100),
      used: formatMoney(usedMinor),
      amount: formatMoney(amountMinor),
      day,
    })
  const title = t(percent === 100 ? 'title_all' : 'title')
  const link = `${publicUrl}/settings/finance`
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(title),
    paragraph(t('intro')),
    paragraph(t('what')),
    button(laurelBrand, t('action'), link),
  ])
  const subject = t(percent === 100 ? 'subject_all' : 'subject')
  return renderMailBody(subject, [title, t('intro'), t('what'), link], page)
}
