import { dayMs } from '#contract/durations.ts'
import { awardCreate, type ApprovalStepInput } from '#contract/schemas/awards.ts'
import { nominationRoundCreate } from '#contract/schemas/nominations.ts'
import { createAward } from '#server/modules/awards/service.ts'
import { submitGift } from '#server/modules/awards/submit-gift.ts'
import { nominate } from '#server/modules/nominations/nominate.ts'
import { createRound } from '#server/modules/nominations/service.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { createActor, noPermissions, allPermissions } from './demo-actors.ts'
import { demoTimezone } from './demo-posts.ts'
import { demoAwardGifts, demoAwards, demoNominations, demoRound } from './demo-award-texts.ts'

type DemoTeam = { workspaceId: string; peopleIds: string[]; valueIds: string[] }

/** Creates two awards: a gift that was given some days ago, and one that awaits its approval. */
async function insertDemoAwards(
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

/** Creates a nomination round that is open for two weeks, with its first nominations. */
async function insertDemoRound(
  services: Services,
  { workspaceId, peopleIds, valueIds }: DemoTeam,
  at: Date,
): Promise<void> {
  const idOf = (person: number) => peopleIds[person] ?? ''
  const dayIn = (days: number) => toLocalDay(new Date(at.getTime() + days * dayMs), demoTimezone)
  const { value, jurors, ...round } = demoRound
  const body = nominationRoundCreate.parse({
    ...round,
    nominators: {},
    nominees: {},
    starts_on: dayIn(0),
    ends_on: dayIn(14),
    decides_on: dayIn(21),
    juror_ids: jurors.map(idOf),
    value_id: valueIds[value],
  })
  const administrator = createActor(workspaceId, idOf(0), allPermissions)
  const { id } = await createRound(services, administrator, body, at)
  for (const { from, to, text } of demoNominations)
    await services.db.tenant(workspaceId, (trx) =>
      nominate(
        trx,
        createActor(workspaceId, idOf(from), noPermissions),
        id,
        { user_id: idOf(to), text, answers: [], sharing: 'named', may_quote: true },
        at,
      ),
    )
}

/** Creates the awards and nominations of the demo workspace. */
export async function insertDemoRecognition(
  services: Services,
  team: DemoTeam,
  at: Date,
): Promise<void> {
  await insertDemoAwards(services, team, at)
  await insertDemoRound(services, team, at)
}
