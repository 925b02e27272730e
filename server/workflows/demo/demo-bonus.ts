import { dayMs } from '#contract/durations.ts'
import { bonusCreate } from '#contract/schemas/bonuses.ts'
import { payBonusOnce } from '#server/modules/bonuses/pay.ts'
import { loadPreview } from '#server/modules/bonuses/preview.ts'
import { createBonus } from '#server/modules/bonuses/service.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { allPermissions, createActor, type DemoTeam, createCall } from './demo-actors.ts'
import { demoTimezone } from './demo-posts.ts'
import { demoBonus } from './demo-recognition-texts.ts'

/** Pays a bonus for the points that people received from colleagues in a month. */
export async function insertDemoBonus(
  services: Services,
  { workspaceId, peopleIds }: DemoTeam,
  at: Date,
): Promise<void> {
  const { daysAgo, periodDays, ...bonus } = demoBonus
  const administrator = createActor(workspaceId, peopleIds[0] ?? '', allPermissions)
  const paidAt = new Date(at.getTime() - daysAgo * dayMs)
  const body = bonusCreate.parse({
    ...bonus,
    audience: {},
    starts_on: toLocalDay(new Date(paidAt.getTime() - periodDays * dayMs), demoTimezone),
    ends_on: toLocalDay(new Date(paidAt.getTime() - dayMs), demoTimezone),
  })
  const { id } = await createBonus(services, administrator, body, paidAt)
  const { people, points } = await services.db.tenant(workspaceId, (trx) =>
    loadPreview(trx, administrator, id, { limit: 1 }, paidAt),
  )
  await payBonusOnce(
    services,
    administrator,
    { id, seen: { people, points } },
    createCall(administrator, paidAt),
  )
}
