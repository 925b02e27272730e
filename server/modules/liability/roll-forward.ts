import { liabilityLines, type LiabilityLine } from '#contract/schemas/liability.ts'
import type { Money } from '#contract/schemas/common.ts'
import type { CountryPoints, MovementRow } from './queries.ts'
import type { FindWorth } from '#server/modules/point-worths/find-worth.ts'
import { MoneySums } from './money-sums.ts'

type DayPoints = CountryPoints & { day: string }
type Line = { kind: LiabilityLine; points: number; money: Money[] }
type Balance = { points: number; without_worth: number; money: Money[] }
/**
 * Sources of a roll-forward: points owed at the end of the day `before`, movements of the days up to
 * `to`, and the points owed at the end of `knownDays` (`anchors`).
 */
export type RollForwardSource = {
  before: string
  to: string
  opening: readonly CountryPoints[]
  movements: readonly MovementRow[]
  anchors: readonly DayPoints[]
  knownDays: readonly string[]
  findWorth: FindWorth
  /** The first days of worths. */
  worthDays: readonly string[]
}
export type RollForward = {
  opening: Balance
  lines: Line[]
  worth_changes: { day: string; money: Money[] }[]
  closing: Balance
  /** Points owed at the end of `to`: the opening of the next range. */
  closingPoints: CountryPoints[]
}

/** Returns the points and money of countries on a day. */
function sumBalance(rows: readonly CountryPoints[], day: string, findWorth: FindWorth): Balance {
  const money = new MoneySums()
  let [points, withoutWorth] = [0, 0]
  for (const row of rows) {
    const worth = findWorth(row.country, day)
    points += row.points
    if (!worth) withoutWorth += row.points
    money.addDifference({ points: row.points, worth }, { points: 0, worth: null })
  }
  return { points, without_worth: withoutWorth, money: money.list() }
}

/** The sums of each line, and of the change of worth on each day. */
class LineSums {
  readonly lines = new Map(
    liabilityLines.map((kind) => [kind, { points: 0, money: new MoneySums() }]),
  )
  readonly worthDays = new Map<string, MoneySums>()

  line(kind: string): { points: number; money: MoneySums } {
    const found = this.lines.get(kind as LiabilityLine)
    if (!found) throw new Error(`unknown kind ${kind}`)
    return found
  }
  worthDay(day: string): MoneySums {
    const found = this.worthDays.get(day) ?? new MoneySums()
    this.worthDays.set(day, found)
    return found
  }
}

/** The events of a country on one day: movements in the order of the lines, and the known points. */
type CountryDay = { movements: MovementRow[]; known: number | undefined }

/**
 * Adds the changes of a country to the sums, day by day: the worth of the day applies to the points
 * before it, then each movement changes the points, and money is the difference of the worth of the
 * points before and after it. So money of all lines adds up to the closing, to the last minor unit.
 * Returns the points at the end.
 */
function rollCountry(
  country: string | null,
  opening: number,
  days: ReadonlyMap<string, CountryDay>,
  source: RollForwardSource,
  sums: LineSums,
): number {
  let points = opening
  let worth = source.findWorth(country, source.before)
  const own = source.worthDays.filter((day) => day > source.before && day <= source.to)
  for (const day of [...new Set([...own, ...days.keys()])].sort()) {
    const worthOfDay = source.findWorth(country, day)
    if (worthOfDay?.currency !== worth?.currency || worthOfDay?.minor !== worth?.minor) {
      const now = { points, worth: worthOfDay }
      const before = { points, worth }
      sums.line('change_of_worth').money.addDifference(now, before)
      sums.worthDay(day).addDifference(now, before)
      worth = worthOfDay
    }
    const move = (kind: string, change: number) => {
      const line = sums.line(kind)
      line.points += change
      line.money.addDifference({ points: points + change, worth }, { points, worth })
      points += change
    }
    const { movements = [], known } = days.get(day) ?? {}
    for (const movement of movements) move(movement.kind, movement.points)
    if (known !== undefined && known !== points) move('change_of_country', known - points)
  }
  return points
}

/** Returns the events of each country by day. A country without points on a known day has none. */
function groupByCountry({ movements, anchors, knownDays, opening }: RollForwardSource) {
  const countries = new Set([...opening, ...movements, ...anchors].map((row) => row.country))
  const known = new Map(anchors.map((row) => [`${row.day} ${row.country}`, row.points]))
  const order = new Map<string, number>(liabilityLines.map((kind, index) => [kind, index]))
  const sorted = movements.toSorted((a, b) => (order.get(a.kind) ?? 0) - (order.get(b.kind) ?? 0))
  const byCountry = Map.groupBy(sorted, (movement) => movement.country)
  return new Map(
    [...countries].map((country) => {
      const days = new Map<string, CountryDay>()
      for (const day of knownDays)
        days.set(day, { movements: [], known: known.get(`${day} ${country}`) ?? 0 })
      for (const movement of byCountry.get(country) ?? []) {
        const found = days.get(movement.day) ?? { movements: [], known: undefined }
        found.movements.push(movement)
        days.set(movement.day, found)
      }
      return [country, days] as const
    }),
  )
}

/** Returns the roll-forward of a range: opening + lines = closing, in points and in each currency. */
export function rollForward(source: RollForwardSource): RollForward {
  const { opening, before, to, findWorth } = source
  const sums = new LineSums()
  const openingPoints = new Map(opening.map((row) => [row.country, row.points]))
  const closingPoints = [...groupByCountry(source)].map(([country, days]) => ({
    country,
    points: rollCountry(country, openingPoints.get(country) ?? 0, days, source, sums),
  }))
  return {
    opening: sumBalance(opening, before, findWorth),
    lines: [...sums.lines].map(([kind, { points, money }]) => ({
      kind,
      points,
      money: money.list(),
    })),
    worth_changes: [...sums.worthDays]
      .map(([day, money]) => ({ day, money: money.list() }))
      .filter(({ money }) => money.length)
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    closing: sumBalance(closingPoints, to, findWorth),
    closingPoints,
  }
}
