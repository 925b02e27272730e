import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxRuleInput } from '#tests/support/tax-rules.ts'
import {
  addToUsage,
  assessCorrection,
  assessPurchase,
  findPeriodStart,
  findRule,
  grossUp,
  type LineAmounts,
  noUsage,
  taxAt,
  type Usage,
} from './assess-line.ts'
import type { TaxRuleRow } from './queries.ts'

const makeRule = (fields: Partial<TaxRuleRow> = {}): TaxRuleRow => ({
  ...taxRuleInput,
  workspace_id: 'w',
  id: 'r',
  confirmed_at: new Date(0),
  confirmed_by: 'u',
  created_at: new Date(0),
  created_by: 'u',
  ...fields,
})
const eur = (minor: number) => ({ currency: 'EUR', minor })

/** Assesses purchases of the given values one after another. Returns their taxable parts. */
function assessAll(values: number[], rule: TaxRuleRow): number[] {
  let usage: Usage = noUsage
  return values.map((value) => {
    const line = assessPurchase(eur(value), rule, usage)
    usage = addToUsage(usage, line)
    return line.taxable_minor
  })
}

test.each([
  ['the part above the limit of the year', {}, [3_000, 3_000, 500], [0, 1_000, 500]],
  ['all of it above the limit', { above_limit: 'whole' }, [3_000, 3_000, 500], [0, 6_000, 500]],
  [
    'the part above the limit for an item',
    { item_limit_minor: 2_000, period_limit_minor: null },
    [3_000, 1_000],
    [1_000, 0],
  ],
  [
    'the whole item above its limit, and the rest above the limit of the year',
    { item_limit_minor: 2_000, period_limit_minor: 3_000, above_limit: 'whole' },
    [2_500, 2_000, 1_500],
    [2_500, 0, 3_500],
  ],
  ['all without a limit', { period_limit_minor: null }, [100, 1], [100, 1]],
  ['nothing under a rule without tax', { taxable: false }, [9_000], [0]],
] as const)('taxes %s', (_name, fields, values, taxable) => {
  expect(assessAll([...values], makeRule(fields))).toEqual(taxable)
})

test('limits do not apply to another currency', () => {
  const line = assessPurchase({ currency: 'JPY', minor: 700 }, makeRule(), noUsage)
  expect(line).toEqual({
    value_minor: 700,
    limited_minor: 0,
    taxable_minor: 700,
    gross_up_minor: 0,
  })
})

test('a correction takes back what its purchase made taxable later', () => {
  const rule = makeRule()
  const first = assessPurchase(eur(3_000), rule, noUsage)
  const afterFirst = addToUsage(noUsage, first)
  const usage = addToUsage(afterFirst, assessPurchase(eur(3_000), rule, afterFirst))
  const line = { ...first, rule_id: 'r', borne_by: 'employee' as const, tax_rate: null }
  const correction = assessCorrection(line, rule, usage)
  expect(correction).toMatchObject({ value_minor: -3_000, taxable_minor: -1_000 })
  expect(addToUsage(usage, correction)).toEqual({ limited_minor: 3_000, taxed_minor: 0 })
  expect(assessCorrection(line, undefined, usage)).toMatchObject({ taxable_minor: 0 })
})

test('a lower limit taxes no purchase again, and a higher one gives nothing back', () => {
  const usage = { limited_minor: 6_000, taxed_minor: 1_000 }
  const higher = makeRule({ period_limit_minor: 10_000 })
  expect(assessPurchase(eur(500), higher, usage).taxable_minor).toBe(0)
  const lower = makeRule({ period_limit_minor: 5_500 })
  expect(assessPurchase(eur(600), lower, usage).taxable_minor).toBe(100)
})

test.each([
  ['a higher limit', { period_limit_minor: 20_000 }],
  ['no limit of the period', { item_limit_minor: 1_000, period_limit_minor: null }],
  ['a lower limit', { period_limit_minor: 2_000 }],
] as const)('a correction after %s gives back its own purchase only', (_name, fields) => {
  const before = makeRule()
  const values = [3_000, 3_000, 9_000]
  let usage = noUsage
  const lines = values.map((value) => {
    const line = assessPurchase(eur(value), before, usage)
    usage = addToUsage(usage, line)
    return { ...line, rule_id: 'r', borne_by: 'employee' as const, tax_rate: null }
  })
  expect(lines.map((line) => line.taxable_minor)).toEqual([0, 1_000, 9_000])
  const corrections = lines.map((line) => assessCorrection(line, makeRule(fields), usage))
  for (const { value_minor: value, taxable_minor: taxable } of corrections)
    expect(taxable).toBeGreaterThanOrEqual(value)
  expect(corrections[2]?.taxable_minor).toBe(-9_000)
})

test.each([
  [{ period: 'month' }, '2026-03-31', '2026-03-01'],
  [{}, '2026-03-31', '2026-01-01'],
  [{ year_start: '--04-06' }, '2026-04-05', '2025-04-06'],
  [{ year_start: '--04-06' }, '2026-04-06', '2026-04-06'],
  [{ year_start: '--02-29' }, '2026-03-01', '2026-02-28'],
  [{ year_start: '--02-29' }, '2028-12-31', '2028-02-29'],
  [{ year_start: '--02-29' }, '2029-01-15', '2028-02-29'],
] as const)('the period of %j on %s begins on %s', (fields, day, start) => {
  expect(findPeriodStart(makeRule(fields), day)).toBe(start)
})

test('finds the confirmed rule of the country before that of other countries', () => {
  const german = makeRule({ id: 'de', valid_from: '2026-03-01', valid_to: '2026-03-31' })
  const other = makeRule({ id: 'other', country: null })
  const example = makeRule({ id: 'example', confirmed_at: null, country: 'FR' })
  const find = (country: string | null, day: string, category = 'uncategorised' as const) =>
    findRule([example, other, german], { country, category, day })?.id
  expect(find('DE', '2026-03-31')).toBe('de')
  expect(find('DE', '2026-04-01')).toBe('other')
  expect(find('FR', '2026-03-31')).toBe('other')
  expect(find(null, '2026-03-31')).toBe('other')
  expect(find('DE', '2025-12-31')).toBe(undefined)
  expect(findRule([other], { country: null, category: 'charity', day: '2026-03-31' })).toBe(
    undefined,
  )
})

test.each([
  [1_000, '0.2', 250],
  [100, '0.3333', 50],
  [1, '0.5', 1],
  [-1_000, '0.2', -250],
  [0, '0.4', 0],
])('the gross-up of %i at %s is %i', (taxable, rate, expected) => {
  expect(grossUp(taxable, rate)).toBe(expected)
})

test('an estimate rounds half up', () => {
  expect([taxAt(1_000, '0.22'), taxAt(25, '0.5'), taxAt(1, '0.1')]).toEqual([220, 13, 0])
})

const limit = fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: null })
const rules = fc
  .record({
    item_limit_minor: limit,
    period_limit_minor: limit,
    above_limit: fc.constantFrom('excess' as const, 'whole' as const),
  })
  .map(makeRule)
/** A purchase of a value, or a correction of an earlier purchase by its index. */
const steps = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.record({ corrects: fc.nat(20) })),
  { maxLength: 30 },
)

test('all taxable parts add up to those of the purchases that stay', () => {
  fc.assert(
    fc.property(rules, steps, (rule, sequence) => {
      const lines: LineAmounts[] = []
      const kept = new Map<number, LineAmounts>()
      let usage = noUsage
      for (const step of sequence) {
        let line: LineAmounts
        if (typeof step === 'number') {
          line = assessPurchase(eur(step), rule, usage)
          kept.set(lines.length, line)
        } else {
          const corrected = kept.get(step.corrects)
          if (!corrected) continue
          kept.delete(step.corrects)
          const stored = { ...corrected, rule_id: 'r', borne_by: null, tax_rate: null }
          line = assessCorrection(stored, rule, usage)
        }
        lines.push(line)
        usage = addToUsage(usage, line)
      }
      const sum = (list: Iterable<LineAmounts>, field: keyof LineAmounts) =>
        [...list].reduce((total, line) => total + line[field], 0)
      const value = sum(kept.values(), 'value_minor')
      const limited = sum(kept.values(), 'limited_minor')
      const most = rule.period_limit_minor ?? Infinity
      const above = rule.above_limit === 'whole' ? limited : limited - most
      expect(sum(lines, 'value_minor')).toBe(value)
      expect(sum(lines, 'taxable_minor')).toBe(value - limited + (limited > most ? above : 0))
    }),
  )
})

test('corrections after a change of the rule take back all that was taxed', () => {
  const values = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 10 })
  fc.assert(
    fc.property(rules, rules, values, (before, after, sequence) => {
      let usage = noUsage
      const lines = sequence.map((value) => {
        const line = assessPurchase(eur(value), before, usage)
        usage = addToUsage(usage, line)
        return { ...line, rule_id: 'r', borne_by: null, tax_rate: null }
      })
      for (const line of lines) usage = addToUsage(usage, assessCorrection(line, after, usage))
      expect(usage).toEqual(noUsage)
    }),
  )
})
