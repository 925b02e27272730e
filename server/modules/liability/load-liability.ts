import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { liabilityAges, type LiabilityFigures } from '#contract/schemas/liability.ts'
import { listWorthRows } from '#server/modules/point-worths/queries.ts'
import { worthOfPoints } from '#contract/worth-of-points.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { findAgeTimes, findDayEnd } from './day-times.ts'
import { type GroupSums, sumGroups } from './group-figures.ts'
import {
  computeDay,
  type CountryRow,
  findStoredDay,
  findStoredRange,
  listGroupsOfDay,
} from './queries.ts'
import { createWorthFinder, type FindWorth } from '#server/modules/point-worths/find-worth.ts'
import { MoneySums } from './money-sums.ts'

type Liability = OutputOf<'liability.get'>
type Age = (typeof liabilityAges)[number]
type Sums = { country: string | null; wallet: number; held: number }

/** Ages are exact fractions of this. */
const wholeShare = 10_000

const sumAges = (row: CountryRow, part: 'wallet' | 'held') =>
  liabilityAges.reduce((sum, age) => sum + row[`${part}_${age}`], 0)
const sumRows = (rows: readonly CountryRow[], key: Exclude<keyof CountryRow, 'country'>) =>
  rows.reduce((sum, row) => sum + row[key], 0)

/** Returns points of countries with their money: each country is rounded down, then summed. */
function sumFigures(rows: readonly Sums[], day: string, findWorth: FindWorth): LiabilityFigures {
  const money = new MoneySums()
  let [wallets, held, withoutWorth] = [0, 0, 0]
  const byCountry = Map.groupBy(rows, (row) => row.country)
  for (const [country, found] of byCountry) {
    const worth = findWorth(country, day)
    const inWallets = found.reduce((sum, row) => sum + row.wallet, 0)
    const inPurchases = found.reduce((sum, row) => sum + row.held, 0)
    wallets += inWallets
    held += inPurchases
    if (worth) money.add(worthOfPoints(inWallets + inPurchases, worth))
    else withoutWorth += inWallets + inPurchases
  }
  return { wallets, held, total: wallets + held, without_worth: withoutWorth, money: money.list() }
}

/**
 * Returns the share of points of an age or older that people have used so far, rounded down. All of
 * them, when there are none.
 */
function findUsedShare(rows: readonly CountryRow[], age: Age): number {
  let [received, left] = [0, 0]
  for (const one of liabilityAges.slice(liabilityAges.indexOf(age))) {
    received += sumRows(rows, `received_${one}`)
    left += sumRows(rows, `wallet_${one}`) + sumRows(rows, `held_${one}`)
  }
  if (received <= 0) return wholeShare
  return Math.min(Math.max(Math.floor(((received - left) * wholeShare) / received), 0), wholeShare)
}

/** Returns the points by age, and those that people will probably redeem, also as money. */
function sumByAge(
  rows: readonly CountryRow[],
  day: string,
  findWorth: FindWorth,
): Pick<Liability, 'ages' | 'expected'> {
  const shares = new Map(liabilityAges.map((age) => [age, findUsedShare(rows, age)]))
  const expectedOf = (row: CountryRow, age: Age) =>
    Math.floor(((row[`wallet_${age}`] + row[`held_${age}`]) * (shares.get(age) ?? 0)) / wholeShare)
  const money = new MoneySums()
  for (const row of rows) {
    const worth = findWorth(row.country, day)
    const points = liabilityAges.reduce((sum, age) => sum + expectedOf(row, age), 0)
    if (worth) money.add(worthOfPoints(points, worth))
  }
  const ages = liabilityAges.map((age) => ({
    age,
    wallets: sumRows(rows, `wallet_${age}`),
    held: sumRows(rows, `held_${age}`),
    received: sumRows(rows, `received_${age}`),
    used_share: shares.get(age) ?? 0,
    expected: rows.reduce((sum, row) => sum + expectedOf(row, age), 0),
  }))
  const points = ages.reduce((sum, { expected }) => sum + expected, 0)
  return { ages, expected: { points, money: money.list() } }
}

const presentGroup = ({ group, people, rows }: GroupSums, day: string, findWorth: FindWorth) => ({
  group,
  people,
  figures: sumFigures(rows, day, findWorth),
})

/** Returns what the actor's team owes at the end of a day. Throws out_of_range for a later one. */
export async function loadLiability(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  requestedDay: string | undefined,
  at: Date,
): Promise<Liability> {
  const today = toLocalDay(at, timezone)
  const day = requestedDay ?? today
  if (day > today) throwRefusal('out_of_range', { field: 'day', params: { finish: today } })
  const storedRange = await findStoredRange(trx, workspaceId)
  const storedDay = await findStoredDay(trx, workspaceId, day)
  const found =
    storedDay ??
    (await computeDay(
      trx,
      workspaceId,
      findAgeTimes(day, timezone, findDayEnd(day, timezone, storedRange)),
    ))
  const { countries = [], groups = [], people = 0, awards_held: awardsHeld = 0 } = found ?? {}
  const worths = await listWorthRows(trx, workspaceId, limits.point_worths_max)
  const findWorth = createWorthFinder(worths)
  const names = await listGroupsOfDay(trx, workspaceId, [
    ...new Set(groups.map((row) => row.group_id)),
  ])
  const sums = countries.map((row) => ({
    country: row.country,
    wallet: sumAges(row, 'wallet') + row.overdrawn,
    held: sumAges(row, 'held'),
  }))
  return {
    day,
    stored: storedDay !== undefined,
    figures: sumFigures(sums, day, findWorth),
    overdrawn: sumRows(countries, 'overdrawn'),
    awards_held: awardsHeld,
    countries: sums
      .map((row) => ({ country: row.country, figures: sumFigures([row], day, findWorth) }))
      .sort((a, b) => ((a.country ?? '') < (b.country ?? '') ? -1 : 1)),
    ...sumByAge(countries, day, findWorth),
    groups: sumGroups(names, groups, people).map((group) => presentGroup(group, day, findWorth)),
  }
}
