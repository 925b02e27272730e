import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  date,
  money,
  namedObject,
  namedStrictObject,
  oneLineText,
  tableFileParams,
} from './common.ts'
import { groupName } from './organization-record.ts'

const points = z.number().int()

/** Kinds of changes. A new worth applies before the movements of its day, a new country after them. */
export const liabilityLines = [
  'posts',
  'celebrations',
  'awards',
  'bonuses',
  'adjustments',
  'redemptions',
  'returns',
  'lapsed',
  'expired',
  'paid_out',
  'corrections',
  'change_of_country',
  'change_of_worth',
] as const
const liabilityLine = z.enum(liabilityLines).meta({ id: 'LiabilityLine' })
export type LiabilityLine = z.infer<typeof liabilityLine>

/** Ages of points in days, the youngest first. */
export const liabilityAges = ['30', '90', '365', 'older'] as const

/** `money`: one for each currency. `without_worth`: points of countries that have no worth. */
const liabilityFigures = namedObject('LiabilityFigures', {
  wallets: points,
  held: points,
  total: points,
  without_worth: points,
  money: z.array(money),
})
export type LiabilityFigures = z.infer<typeof liabilityFigures>

/**
 * Points owed at the end of a day. `stored`: the day no longer changes. `overdrawn`: balances below
 * zero, in `wallets`. `awards_held`: of budgets, not owed. `ages`: up to that many days, with points
 * `received`, spent or not, and the share (in 1/10,000) of points of this age or older that were
 * used. `expected`: points of each age times its share. Small groups are left out.
 */
export const liability = namedObject('Liability', {
  day: date,
  stored: z.boolean(),
  figures: liabilityFigures,
  overdrawn: points,
  awards_held: points,
  countries: z.array(
    namedObject('LiabilityCountry', {
      country: z.string().nullable(),
      figures: liabilityFigures,
    }),
  ),
  ages: z.array(
    namedObject('LiabilityAge', {
      age: z.enum(liabilityAges),
      wallets: points,
      held: points,
      received: points,
      used_share: points,
      expected: points,
    }),
  ),
  groups: z.array(
    namedObject('LiabilityGroup', { group: groupName, people: points, figures: liabilityFigures }),
  ),
  expected: z.object({ points, money: z.array(money) }),
})
export const liabilityParams = z.strictObject({ day: date.optional() })

const balance = namedObject('LiabilityBalance', {
  points,
  without_worth: points,
  money: z.array(money),
})

/** `opening` and all `lines` add up to `closing`. */
export const liabilityChanges = namedObject('LiabilityChanges', {
  from: date,
  to: date,
  opening: balance,
  lines: z.array(
    namedObject('LiabilityChange', { kind: liabilityLine, points, money: z.array(money) }),
  ),
  worth_changes: z.array(namedObject('WorthChange', { day: date, money: z.array(money) })),
  closing: balance,
})
/** Both days included. Default: this month so far; the journal: the last whole month. */
const rangeParams = { from: date.optional(), to: date.optional() }
export const liabilityRangeParams = z.strictObject(rangeParams)
export const journalParams = z.strictObject({ ...rangeParams, ...tableFileParams })

const accountName = oneLineText(1, limits.account_name_chars_max)
/** Names of the accounts of the journal, and the cost center of its expenses. */
export const liabilityAccounts = namedStrictObject('LiabilityAccounts', {
  expense: accountName,
  liability: accountName,
  redemptions: accountName,
  corrections: accountName,
  change_of_worth: accountName,
  cost_center: oneLineText(0, limits.account_name_chars_max),
})
export type LiabilityAccounts = z.infer<typeof liabilityAccounts>
