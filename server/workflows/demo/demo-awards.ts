import { dayMs } from '#contract/durations.ts'
import { awardCreate, type ApprovalStepInput } from '#contract/schemas/awards.ts'
import { createAward } from '#server/modules/awards/service.ts'
import { submitGift } from '#server/modules/awards/submit-gift.ts'
import type { Services } from '#server/platform/services.ts'
import { allPermissions, createActor, type DemoTeam, noPermissions } from './demo-actors.ts'
import { demoAwardGifts, demoAwards } from './demo-recognition-texts.ts'

/** Creates two awards: a gift that was given some days ago, and one that awaits its approval. */
export async function insertDemoAwards(
  services: Services,
  { workspaceId, peopleIds, valueIds }: DemoTeam,
  at: Date,
): Promise<void> {
  const idOf = (person: number) => peopleIds[person] ?? ''
  const administrator = createActor(workspaceId, idOf(0), allPermissions)
  const month = new Date(at.getTime() - 30 * dayMs)
  const awardIds: string[] = []
  for (const { value, approver, ...award } of demoAwards) {
    const steps: ApprovalStepInput[] =
      approver === null ? [] : [{ from_points: 0, approver: 'people', user_ids: [idOf(approver)] }]
    const body = awardCreate.parse({
      ...award,
      givers: {},
      receivers: {},
      value_id: valueIds[value],
      steps,
    })
    awardIds.push((await createAward(services, administrator, body, month)).id)
  }
  for (const { award, from, to, points, daysAgo, text } of demoAwardGifts)
    await services.db.tenant(workspaceId, (trx) =>
      submitGift(
        trx,
        createActor(workspaceId, idOf(from), noPermissions),
        { award_id: awardIds[award] ?? '', to_ids: [idOf(to)], points, text },
        new Date(at.getTime() - daysAgo * dayMs),
      ),
    )
}
