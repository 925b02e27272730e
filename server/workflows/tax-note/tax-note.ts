import { currencyOfCountry } from '#contract/currency.ts'
import type { Language, Money } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import type { ShopReward } from '#contract/schemas/rewards.ts'
import type { TaxNote } from '#contract/schemas/tax-rules.ts'
import { loadOpenLinesOf } from '#server/modules/payroll-runs/load-lines.ts'
import { sumUsage } from '#server/modules/payroll-runs/source-queries.ts'
import { findHundredPointsOf } from '#server/modules/point-worths/queries.ts'
import { worthOfPoints } from '#contract/worth-of-points.ts'
import type { Buyer } from '#server/modules/purchases/buyer.ts'
import { listShopRewards } from '#server/modules/shop/service.ts'
import {
  addToUsage,
  assessPurchase,
  findPeriodStart,
  findRule,
  noUsage,
  taxAt,
} from '#server/modules/tax-rules/assess-line.ts'
import { findCountryOf, listRuleRows, type TaxRuleRow } from '#server/modules/tax-rules/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'

type NoteServices = Parameters<typeof listShopRewards>[0] & Pick<Services, 'db'>

/** Returns what a reward is worth to the actor. Null without a worth, and for team rewards. */
async function findRewardValue(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Buyer,
  reward: ShopReward,
  day: string,
): Promise<Money | null> {
  if (reward.reward_type === 'team') return null
  if (reward.type === 'automatic')
    return { currency: currencyOfCountry(reward.country), minor: reward.gift_card_value ?? 0 }
  const hundredPoints = await findHundredPointsOf(trx, workspaceId, { userId, day })
  return hundredPoints && worthOfPoints(reward.price, hundredPoints)
}

/** Returns what the actor has used of the limit of a rule up to today, in runs and outside them. */
async function findUsage(trx: Trx, actor: Buyer, rule: TaxRuleRow, value: Money, day: string) {
  const { workspace_id: workspaceId, user_id: userId, timezone } = actor
  const since = findPeriodStart(rule, day)
  const rows = await sumUsage(trx, workspaceId, { userIds: [userId], since })
  const isSame = (line: {
    rule_id: string | null
    period_start: string | null
    currency: string | null
  }) => line.rule_id === rule.id && line.period_start === since && line.currency === value.currency
  const open = await loadOpenLinesOf(trx, { workspaceId, timezone }, { userId, today: day })
  return open.filter(isSame).reduce(addToUsage, rows.find(isSame) ?? noUsage)
}

/** Returns the text of a rule in a language, or in another one. Empty without any. */
const pickMessage = ({ messages }: TaxRuleRow, language: Language): string =>
  messages[language] ?? Object.values(messages)[0] ?? ''

/**
 * Returns what a member or leaver reads about tax before redeeming a reward; no note if no rule taxes it.
 * Throws not_found for a reward that the shop does not offer.
 */
export async function loadTaxNote(
  services: NoteServices,
  trx: Trx,
  actor: Buyer,
  { rewardId, language, at }: { rewardId: string; language: Language; at: Date },
): Promise<TaxNote> {
  const { workspace_id: workspaceId, user_id: userId, timezone } = actor
  const [reward] = await listShopRewards(services, trx, actor, at, { id: rewardId })
  if (!reward) return throwRefusal('not_found')
  const day = toLocalDay(at, timezone)
  const rules = await listRuleRows(trx, workspaceId, limits.tax_rules_max)
  const country = await findCountryOf(trx, workspaceId, userId)
  const rule = findRule(rules, { country, category: reward.category, day })
  if (!rule?.taxable) return { note: null }
  const value = await findRewardValue(trx, actor, reward, day)
  const note = { message: pickMessage(rule, language), borne_by: rule.borne_by, value }
  if (!value) return { note: { ...note, taxable: null, estimate: null } }
  const usage = await findUsage(trx, actor, rule, value, day)
  const { taxable_minor: taxable } = assessPurchase(value, rule, usage)
  const { currency } = value
  const hasEstimate = rule.borne_by === 'employee' && rule.tax_rate !== null
  return {
    note: {
      ...note,
      taxable: { currency, minor: taxable },
      estimate: hasEstimate ? { currency, minor: taxAt(taxable, rule.tax_rate ?? '0') } : null,
    },
  }
}
