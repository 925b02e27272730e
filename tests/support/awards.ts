import type { BodyInputOf } from '#contract/routes/index.ts'
import { awardWorker } from '#server/modules/awards/worker.ts'
import { makeMember, makeTeam, type Member, type Team } from './factories.ts'
import { makeAward } from './make-award.ts'
import type { TestApp } from './test-app.ts'

export type AwardTeam = Awaited<ReturnType<typeof createAwardTeam>>

/** Creates a team with a giver, a receiver who reports to a manager, and a budget of 1,000 points. */
export async function createAwardTeam(t: TestApp) {
  const team = await makeTeam(t)
  const [giver, receiver, manager, head] = await Promise.all(
    ['Gina', 'Rosa', 'Mara', 'Hana'].map((name) =>
      makeMember(t, team.workspace_id, { first_name: name }),
    ),
  )
  if (!giver || !receiver || !manager || !head) throw new Error('no members')
  await setManager(t, team, receiver, manager)
  await setManager(t, team, manager, head)
  const { token } = team.admin
  const budget = await t.call('budgets.create', {
    token,
    body: {
      name: 'Awards',
      period: 'once',
      points: 1000,
      owner_ids: [head.user_id],
      recipients: {},
    },
  })
  const give = (awardId: string, input: Partial<BodyInputOf<'awards.give'>> = {}, from = giver) =>
    t.call('awards.give', {
      token: from.token,
      body: {
        award_id: awardId,
        to_ids: [receiver.user_id],
        points: 20,
        text: 'For the move to the new office',
        ...input,
      },
    })
  return {
    team,
    giver,
    receiver,
    manager,
    head,
    budgetId: budget.body.id,
    makeAward: (body: Partial<BodyInputOf<'awards.create'>> = {}) => makeAward(t, team, body),
    give,
    decide: (who: Member, id: string, body: Partial<BodyInputOf<'awards.decide'>> = {}) =>
      t.call('awards.decide', {
        token: who.token,
        params: { id },
        body: { approve: true, step: 0, ...body },
      }),
    withdraw: (id: string, who = giver) =>
      t.call('awards.withdraw', { token: who.token, params: { id } }),
    findGift: (who: Member, id: string) =>
      t.call('awards.gift', { token: who.token, params: { id } }),
    listGifts: async (who: Member, filter: 'given' | 'received' | 'to_decide' | 'all') =>
      (await t.call('awards.gifts', { token: who.token, query: { filter } })).body.items,
    left: async () => {
      const { body } = await t.call('budgets.list', { token })
      return body.find((one) => one.id === budget.body.id)?.left
    },
    balanceOf: async (who: Member) =>
      (await t.call('coins.list', { token, params: { id: who.user_id } })).body.balance,
    kindsOf: async (who: Member) =>
      (await t.call('inbox.list', { token: who.token })).body.items.map(({ kind }) => kind),
    followUp: () => awardWorker.run(t.services),
    deactivate: (who: Member) =>
      t.call('users.update', {
        token,
        params: { id: who.user_id },
        body: { state: 'deactivated' },
      }),
  }
}

const setManager = (t: TestApp, team: Team, person: Member, manager: Member) =>
  t.call('users.update', {
    token: team.admin.token,
    params: { id: person.user_id },
    body: { organization: { manager_id: manager.user_id } },
  })
