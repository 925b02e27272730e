import type { ModelTeam } from './commands.ts'

/** Returns the name of the limit period that contains a moment, in the calendar of the team. */
export function periodName(
  at: Date,
  { period, timezone }: Pick<ModelTeam, 'period' | 'timezone'>,
): string {
  const day = at.toLocaleDateString('sv', { timeZone: timezone })
  const monday = new Date(day)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  const quarter = `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
  return { day, week: monday.toISOString().slice(0, 10), month: day.slice(0, 7), quarter }[period]
}
export const isSamePeriod = (one: Date, other: Date, team: ModelTeam): boolean =>
  periodName(one, team) === periodName(other, team)
