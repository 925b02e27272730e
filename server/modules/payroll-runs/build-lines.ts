import { currencyOfCountry } from '#contract/currency.ts'
import type { Money } from '#contract/schemas/common.ts'
import {
  assessCorrection,
  assessPurchase,
  noUsage,
  type Usage,
} from '#server/modules/tax-rules/assess-line.ts'
import type { TaxRuleRow } from '#server/modules/tax-rules/queries.ts'
import { createRuleFinder, type FindRule } from '#server/modules/tax-rules/rule-finder.ts'
import {
  createWorthFinder,
  type FindWorth,
  type WorthRow,
} from '#server/modules/point-worths/find-worth.ts'
import { worthOfPoints } from '#contract/worth-of-points.ts'
import type { OpenPart, RevokedLine } from './source-queries.ts'
import type { UsageTable } from './usage-table.ts'

/** A line of a run, in the order of the times at which purchases were fulfilled and taken back. */
export type Line = {
  at: Date
  user_id: string
  purchase_id: string
  corrects: string | null
  employee_number: string
  name: string
  country: string | null
  cost_center: string
  day: string
  category: OpenPart['category']
  points: number
  currency: string | null
  value_minor: number
  limited_minor: number
  taxable_minor: number
  gross_up_minor: number
  borne_by: 'employee' | 'company' | null
  tax_rate: string | null
  rule_id: string | null
  period_start: string | null
  /** Whether a rule covers the line, also one that taxes nothing. */
  has_rule: boolean
}

/**
 * Returns the share of an amount for a contributor, so that the shares of all contributors add up to
 * the amount.
 */
export function splitAmount(amount: number, teamAmounts: OpenPart['team_amounts']): number {
  if (!teamAmounts) return amount
  const [own, before, total] = teamAmounts
  const upTo = (points: number) => Number((BigInt(amount) * BigInt(points)) / BigInt(total))
  return upTo(before + own) - upTo(before)
}

/**
 * Returns what the part of a person is worth: the share of the gift card, or of the price in points.
 * The company pays the rest of a team reward, which is worth as much. Null without a worth.
 */
function findValue(part: OpenPart, findWorth: FindWorth): Money | null {
  if (part.card_minor !== null)
    return {
      currency: currencyOfCountry(part.card_country),
      minor: splitAmount(part.card_minor, part.team_amounts),
    }
  const hundredPoints = findWorth(part.country, part.day)
  if (!hundredPoints) return null
  const { currency, minor } = worthOfPoints(part.price, hundredPoints)
  return { currency, minor: splitAmount(minor, part.team_amounts) }
}

const noAmounts = { value_minor: 0, limited_minor: 0, taxable_minor: 0, gross_up_minor: 0 }

type Terms = { findRule: FindRule; findWorth: FindWorth }

function buildPurchaseLine(
  part: OpenPart,
  { findRule, findWorth }: Terms,
  usage: UsageTable,
): Line {
  const value = findValue(part, findWorth)
  const found = findRule(part.country, part.category, part.day)
  const rule = found?.rule
  const taxedBy = rule?.taxable && value ? rule : undefined
  const periodStart = taxedBy && found ? found.periodStart : null
  let amounts = { ...noAmounts, value_minor: value?.minor ?? 0 }
  if (taxedBy && value)
    amounts = usage.assess(
      {
        user_id: part.user_id,
        rule_id: taxedBy.id,
        period_start: periodStart,
        currency: value.currency,
      },
      (used) => assessPurchase(value, taxedBy, used),
    )
  return {
    at: part.fulfilled_at,
    user_id: part.user_id,
    purchase_id: part.purchase_id,
    corrects: null,
    employee_number: part.employee_number,
    name: part.name,
    country: part.country,
    cost_center: part.cost_center,
    day: part.day,
    category: part.category,
    points: part.team_amounts?.[0] ?? part.amount,
    currency: value?.currency ?? null,
    ...amounts,
    borne_by: rule?.borne_by ?? null,
    tax_rate: taxedBy?.tax_rate ?? null,
    rule_id: taxedBy?.id ?? null,
    period_start: periodStart,
    has_rule: rule !== undefined,
  }
}

function buildCorrection(line: RevokedLine, rules: readonly TaxRuleRow[], usage: UsageTable): Line {
  const { id, revoked_at: at, ...fields } = line
  const rule = rules.find((one) => one.id === line.rule_id)
  const compute = (used: Usage) => assessCorrection(line, rule, used)
  const amounts = line.rule_id === null ? compute(noUsage) : usage.assess(line, compute)
  return { ...fields, ...amounts, at, corrects: id, points: -line.points, has_rule: true }
}

/**
 * Returns the lines of open parts and of revoked lines in the order of their times. Each one uses up
 * limits after those before it.
 */
export function buildLines(
  { parts, revoked, usage }: { parts: OpenPart[]; revoked: RevokedLine[]; usage: UsageTable },
  { rules, worths }: { rules: readonly TaxRuleRow[]; worths: readonly WorthRow[] },
): Line[] {
  const terms = { findRule: createRuleFinder(rules), findWorth: createWorthFinder(worths) }
  if (!revoked.length) return parts.map((part) => buildPurchaseLine(part, terms, usage))
  const steps = [
    ...parts.map((part) => ({
      at: part.fulfilled_at.getTime(),
      build: () => buildPurchaseLine(part, terms, usage),
    })),
    ...revoked.map((line) => ({
      at: line.revoked_at.getTime(),
      build: () => buildCorrection(line, rules, usage),
    })),
  ]
  return steps.toSorted((a, b) => a.at - b.at).map(({ build }) => build())
}
