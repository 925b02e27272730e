import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Member, Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Returns the day of a test some days from now, 'YYYY-MM-DD'. */
export const dayFromNow = (t: TestApp, days = 0): string =>
  Temporal.PlainDate.from(t.clock.now().toISOString().slice(0, 10)).add({ days }).toString()

type RoundBody = BodyInputOf<'nominations.create_round'>

/** Returns the body of a round that is open for a week and decided by its jury in another. */
export const roundBody = (
  t: TestApp,
  { admin, value_id: valueId }: Team,
  body: Partial<RoundBody> = {},
): RoundBody => ({
  name: 'Colleague of the quarter',
  emoji: '🏆',
  nominee_kind: 'person',
  nominators: {},
  nominees: {},
  nominations_max: 3,
  starts_on: dayFromNow(t),
  ends_on: dayFromNow(t, 7),
  decides_on: dayFromNow(t, 14),
  decision: 'jury',
  criteria: ['Impact', 'Teamwork'],
  juror_ids: [admin.user_id],
  tie_rule: 'share',
  winners_max: 1,
  points: 50,
  value_id: valueId,
  ...body,
})

/** Creates an open round with a nomination. Returns their ids. */
export async function makeNominations(
  t: TestApp,
  team: Team,
  { nominator, nominee }: { nominator: Member; nominee: Member },
): Promise<Record<'nomination_round' | 'nomination' | 'nominee', string>> {
  const { token } = team.admin
  const { body: round } = await t.call('nominations.create_round', {
    token,
    body: roundBody(t, team),
  })
  const { body: nomination } = await t.call('nominations.nominate', {
    token: nominator.token,
    params: { id: round.id },
    body: { user_id: nominee.user_id, text: 'Always there when a release is late' },
  })
  const { id } = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('nominees')
      .select('id')
      .where('round_id', '=', round.id)
      .executeTakeFirstOrThrow(),
  )
  return { nomination_round: round.id, nomination: nomination.id, nominee: id }
}

type NominationIds = Record<'budget' | 'user' | 'value' | 'nominee' | 'nomination', string>
const exampleText = 'For the calm that everyone needed'
/** A valid body for each call about nominations. */
export const nominationExamples = {
  'nominations.create_round': (ids: NominationIds) => ({
    name: 'Mentor of the year',
    emoji: '🌟',
    nominee_kind: 'person',
    nominators: {},
    nominees: { user_ids: [ids.user] },
    questions: [
      { label: 'Which value do they live?', kind: 'value', required: false },
      { label: 'Where?', kind: 'choice', required: true, choices: ['Office', 'Remote'] },
    ],
    nominations_max: 2,
    // The clock of the tests is before these days.
    starts_on: '2026-06-20',
    ends_on: '2026-07-01',
    decides_on: '2026-07-08',
    decision: 'jury',
    criteria: ['Impact'],
    juror_ids: [ids.user],
    tie_rule: 'administrator',
    winners_max: 2,
    points: 20,
    budget_id: ids.budget,
    value_id: ids.value,
  }),
  'nominations.update_round': () => ({ text: 'For people who help others grow' }),
  'nominations.exclude': () => ({ excluded: true }),
  'nominations.announce': (ids: NominationIds) => ({
    winners: [{ nominee_id: ids.nominee, quote_ids: [ids.nomination] }],
  }),
  'nominations.nominate': (ids: NominationIds) => ({
    user_id: ids.user,
    text: exampleText,
    answers: [],
  }),
  'nominations.change': () => ({ text: exampleText, answers: [] }),
  'nominations.score': () => ({ scores: [4, 5] }),
  'nominations.vote': (ids: NominationIds) => ({ nominee_id: ids.nominee }),
}
