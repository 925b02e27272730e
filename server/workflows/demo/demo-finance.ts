import { dayMs } from '#contract/durations.ts'
import { lockRun } from '#server/modules/payroll-runs/lock-run.ts'
import { loadDraft } from '#server/modules/payroll-runs/draft.ts'
import { createPlan } from '#server/modules/plans/service.ts'
import { createWorth } from '#server/modules/point-worths/service.ts'
import { addExamples } from '#server/modules/tax-rules/service.ts'
import { setYearlyBudget } from '#server/modules/yearly-budget/service.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { allPermissions, createActor, type DemoTeam } from './demo-actors.ts'
import { demoDays, demoTimezone } from './demo-posts.ts'
import { demoBudget, demoPlan, demoWorth } from './demo-recognition-texts.ts'

/** Days of the locked payroll run: the week in which the first purchases were fulfilled. */
const runDays = { from: 24, to: 15 }

/**
 * Sets a worth of points, a plan and a budget of the year, adds tax rules that nobody has confirmed
 * yet, and locks a payroll run of some purchases.
 */
export async function insertDemoFinance(
  services: Services,
  { workspaceId, peopleIds }: Pick<DemoTeam, 'workspaceId' | 'peopleIds'>,
  at: Date,
): Promise<void> {
  const administrator = createActor(workspaceId, peopleIds[0] ?? '', allPermissions)
  const dayAgo = (days: number) => toLocalDay(new Date(at.getTime() - days * dayMs), demoTimezone)
  await createWorth(
    services,
    administrator,
    { ...demoWorth, country: null, valid_from: dayAgo(demoDays + 1) },
    at,
  )
  await createPlan(services, administrator, { ...demoPlan, ...demoWorth }, at)
  const startsOn = `${dayAgo(0).slice(0, 4)}-01-01`
  await setYearlyBudget(services, administrator, { ...demoBudget, starts_on: startsOn }, at)
  await addExamples(services, administrator, 'US', at)
  const query = { from: dayAgo(runDays.from), to: dayAgo(runDays.to) }
  const { from, to, country, hash, lines } = await services.db.readSnapshot(workspaceId, (trx) =>
    loadDraft(trx, administrator, query, at),
  )
  if (lines) await lockRun(services, administrator, { from, to, country, hash }, at)
}
