import { expect, test } from 'vitest'
import { makeTaxRuleData } from '#tests/support/tax-data.ts'
import { groupRules } from './rule-groups.ts'

const past = { valid_from: '2025-01-01', valid_to: '2025-12-31' }

test('countries are sorted by name, the others and past ones after them', () => {
  const groups = groupRules(
    [
      makeTaxRuleData({ country: 'AT', ...past }),
      makeTaxRuleData({ country: null }),
      makeTaxRuleData({ country: 'US' }),
      makeTaxRuleData({ country: 'DE', ...past }),
      makeTaxRuleData({ country: 'DE', valid_from: '2026-01-01', valid_to: '2026-06-15' }),
      makeTaxRuleData({ country: 'DE', valid_from: '2026-06-16' }),
    ],
    '2026-06-15',
    (country) => country ?? 'Other countries',
  )
  expect(groups.map(({ name, rules }) => [name, ...rules.map((rule) => rule.valid_from)])).toEqual([
    ['DE', '2026-06-16', '2026-01-01', '2025-01-01'],
    ['US', '2026-01-01'],
    ['Other countries', '2026-01-01'],
    ['AT', '2025-01-01'],
  ])
})
