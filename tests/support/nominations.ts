import { dayMs } from '#contract/durations.ts'
import type { BodyInputOf, QueryInputOf } from '#contract/routes/index.ts'
import { followUpRounds } from '#server/modules/nominations/worker.ts'
import { makeMember, makeTeam, type Member, type Team } from './factories.ts'
import { roundBody } from './make-nominations.ts'
import type { TestApp } from './test-app.ts'

export type NominationTeam = Awaited<ReturnType<typeof createNominationTeam>>
type RoundBody = Partial<BodyInputOf<'nominations.create_round'>>
type NominationBody = Partial<BodyInputOf<'nominations.nominate'>>

/** Returns calls about a round: of nominators, jurors, voters and administrators. */
const roundCalls = (t: TestApp, { admin }: Team) => ({
  nominate: (from: Member, id: string, to: Member | string, body: NominationBody = {}) =>
    t.call('nominations.nominate', {
      token: from.token,
      params: { id },
      body: {
        ...(typeof to === 'string' ? { group_id: to } : { user_id: to.user_id }),
        text: 'For the calm that everyone needed',
        ...body,
      },
    }),
  listOwn: (who: Member, id: string) =>
    t.call('nominations.own', { token: who.token, params: { id } }),
  getRound: (who: Member, id: string) =>
    t.call('nominations.get', { token: who.token, params: { id } }),
  getBallot: (who: Member, id: string, query: QueryInputOf<'nominations.ballot'> = {}) =>
    t.call('nominations.ballot', {
      token: who.token,
      params: { id },
      query: query as Record<string, string>,
    }),
  score: (who: Member, id: string, nomineeId: string, scores: number[]) =>
    t.call('nominations.score', {
      token: who.token,
      params: { id, nominee_id: nomineeId },
      body: { scores },
    }),
  vote: (who: Member, id: string, nomineeId: string | null) =>
    t.call('nominations.vote', {
      token: who.token,
      params: { id },
      body: { nominee_id: nomineeId },
    }),
  getResult: (id: string, who = admin) =>
    t.call('nominations.result', { token: who.token, params: { id } }),
  exclude: (id: string, nomineeId: string, excluded = true) =>
    t.call('nominations.exclude', {
      token: admin.token,
      params: { id, nominee_id: nomineeId },
      body: { excluded },
    }),
  announce: (id: string, winners: BodyInputOf<'nominations.announce'>['winners'], key?: string) =>
    t.call('nominations.announce', {
      token: admin.token,
      params: { id },
      body: { winners },
      ...(key === undefined ? {} : { key }),
    }),
  /** Moves the clock by days, and runs the worker. */
  passDays: async (days: number) => {
    t.clock.advance(days * dayMs)
    await followUpRounds(t.services)
  },
  deactivate: (who: Member) =>
    t.call('users.update', {
      token: admin.token,
      params: { id: who.user_id },
      body: { state: 'deactivated' },
    }),
  cancel: (id: string) =>
    t.call('nominations.cancel_round', { token: admin.token, params: { id } }),
})

/** Creates a team with members who nominate, are nominated and judge. */
export async function createNominationTeam(t: TestApp) {
  const team = await makeTeam(t)
  const { workspace_id: workspaceId } = team
  const [nora, ned, wendy, walter, jane, joe] = await Promise.all(
    ['Nora', 'Ned', 'Wendy', 'Walter', 'Jane', 'Joe'].map((name) =>
      makeMember(t, workspaceId, { first_name: name, last_name: 'Lind' }),
    ),
  )
  if (!nora || !ned || !wendy || !walter || !jane || !joe) throw new Error('no members')
  const { token } = team.admin
  const create = (body: RoundBody = {}) =>
    t.call('nominations.create_round', {
      token,
      body: roundBody(t, team, { juror_ids: [jane.user_id, joe.user_id], ...body }),
    })
  const update = (id: string, body: RoundBody) =>
    t.call('nominations.update_round', { token, params: { id }, body })
  return {
    ...roundCalls(t, team),
    team,
    nora,
    ned,
    wendy,
    walter,
    jane,
    joe,
    create,
    update,
    /** Creates a round and returns its id. */
    open: async (body: RoundBody = {}) => (await create(body)).body.id,
    change: (who: Member, body: BodyInputOf<'users.update'>) =>
      t.call('users.update', { token, params: { id: who.user_id }, body }),
    makeGroup: async (members: Member[], body: Partial<BodyInputOf<'groups.create'>> = {}) => {
      const group = await t.call('groups.create', {
        token,
        body: { kind: 'team', name: 'Support', ...body },
      })
      const { id } = group.body
      const ids = members.map((member) => member.user_id)
      if (ids.length)
        await t.call('groups.add_members', { token, params: { id }, body: { user_ids: ids } })
      return id
    },
    summarize: async (who: Member) =>
      (await t.call('nominations.summary', { token: who.token })).body,
    kindsOf: async (who: Member) =>
      (await t.call('inbox.list', { token: who.token })).body.items.map(({ kind }) => kind),
    wordsOf: async (who: Member) =>
      (await t.call('nominations.words', { token: who.token })).body.items,
    /** Returns the id of a nominee of a round. */
    idOf: (id: string, who: Member | string) =>
      t.services.db.tenant(workspaceId, async (trx) => {
        const nominee = await trx
          .selectFrom('nominees')
          .select('id')
          .where('round_id', '=', id)
          .where(
            typeof who === 'string' ? 'group_id' : 'user_id',
            '=',
            typeof who === 'string' ? who : who.user_id,
          )
          .executeTakeFirst()
        return nominee?.id ?? ''
      }),
  }
}
