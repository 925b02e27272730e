import { dayMs } from '#contract/durations.ts'
import { nominationRoundCreate } from '#contract/schemas/nominations.ts'
import { announceRound } from '#server/modules/nominations/announce.ts'
import { scoreNominee } from '#server/modules/nominations/ballot.ts'
import { nominate } from '#server/modules/nominations/nominate.ts'
import { loadResult } from '#server/modules/nominations/result.ts'
import { createRound } from '#server/modules/nominations/service.ts'
import { followUpRounds } from '#server/modules/nominations/worker.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import {
  allPermissions,
  createActor,
  type DemoTeam,
  noPermissions,
  createCall,
} from './demo-actors.ts'
import { demoTimezone } from './demo-posts.ts'
import { announcedRound, openRound } from './demo-recognition-texts.ts'

type DemoRound = typeof announcedRound | typeof openRound

const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * dayMs)
const idOf = ({ peopleIds }: DemoTeam, person: number) => peopleIds[person] ?? ''
const createAdministrator = (team: DemoTeam) =>
  createActor(team.workspaceId, idOf(team, 0), allPermissions)

/** Creates a round that starts at an instant, and its nominations. Returns its id. */
async function insertRound(
  services: Services,
  team: DemoTeam,
  { round, value, jurors, openDays, decidesAfterDays, nominations }: DemoRound,
  start: Date,
): Promise<string> {
  const dayIn = (days: number) => toLocalDay(daysAfter(start, days), demoTimezone)
  const body = nominationRoundCreate.parse({
    ...round,
    nominators: {},
    nominees: {},
    starts_on: dayIn(0),
    ends_on: dayIn(openDays),
    decides_on: dayIn(decidesAfterDays),
    juror_ids: jurors.map((juror) => idOf(team, juror)),
    value_id: team.valueIds[value],
  })
  const { id } = await createRound(services, createAdministrator(team), body, start)
  for (const { from, to, text } of nominations)
    await services.db.tenant(team.workspaceId, (trx) =>
      nominate(
        trx,
        createActor(team.workspaceId, idOf(team, from), noPermissions),
        id,
        { user_id: idOf(team, to), text, answers: [], sharing: 'named', may_quote: true },
        start,
      ),
    )
  return id
}

/** Scores, decides and announces the first round. */
async function announceDemoRound(
  services: Services,
  team: DemoTeam,
  id: string,
  start: Date,
): Promise<void> {
  const { db } = services
  const administrator = createAdministrator(team)
  const { jurors, nominations, round, openDays, decidesAfterDays } = announcedRound
  const followUp = (at: Date) => followUpRounds({ ...services, clock: { now: () => at } })
  const closed = daysAfter(start, openDays + 2)
  const decided = daysAfter(start, decidesAfterDays + 2)
  const loadNominees = async (at: Date) =>
    (await db.tenant(team.workspaceId, (trx) => loadResult(trx, administrator, id, at))).nominees
  await followUp(closed)
  for (const nominee of await loadNominees(closed)) {
    const nomination = nominations.find(({ to }) => idOf(team, to) === nominee.nominee.user?.id)
    for (const juror of jurors)
      await db.tenant(team.workspaceId, (trx) =>
        scoreNominee(
          trx,
          createActor(team.workspaceId, idOf(team, juror), noPermissions),
          { id, nominee_id: nominee.id },
          { scores: round.criteria.map(() => nomination?.scores ?? 1) },
          closed,
        ),
      )
  }
  await followUp(decided)
  const [winner] = await loadNominees(decided)
  if (!winner) throw new Error('the round of the demo team has no nominee')
  const quoteIds = winner.quotes.slice(0, 1).map((quote) => quote.nomination_id)
  const winners = [{ nominee_id: winner.id, quote_ids: quoteIds }]
  await announceRound(services, administrator, id, { winners }, createCall(administrator, decided))
}

/** Creates a round whose winner was announced some weeks ago, and one that is open. */
export async function insertDemoNominations(
  services: Services,
  team: DemoTeam,
  at: Date,
): Promise<void> {
  const past = daysAfter(at, -announcedRound.startedDaysAgo)
  const id = await insertRound(services, team, announcedRound, past)
  await announceDemoRound(services, team, id, past)
  await insertRound(services, team, openRound, at)
}
