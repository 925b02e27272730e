import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Member } from '#tests/support/factories.ts'
import { createNominationTeam, type NominationTeam } from '#tests/support/nominations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let n: NominationTeam
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  n = await createNominationTeam(t)
})
afterEach(() => t.checkLedger())

type RoundBody = Parameters<NominationTeam['open']>[0]
/** Creates a decided round of people with the scores of Jane. */
async function decide(scores: [Member, number][], body: RoundBody = {}): Promise<string> {
  const id = await n.open(body)
  for (const [who] of scores) await n.nominate(n.nora, id, who, { may_quote: true })
  await n.passDays(8)
  for (const [who, score] of scores)
    await n.score(n.jane, id, await n.idOf(id, who), [score, score])
  await n.passDays(7)
  return id
}
const win = async (id: string, ...winners: (Member | string)[]) =>
  Promise.all(winners.map(async (who) => ({ nominee_id: await n.idOf(id, who), quote_ids: [] })))
const balanceOf = async (who: Member) =>
  (await t.call('coins.list', { token: n.team.admin.token, params: { id: who.user_id } })).body
    .balance
const listPosts = async () =>
  (await t.call('posts.list', { token: n.team.admin.token })).body.filter(
    ({ occasion }) => occasion?.kind === 'nomination',
  )
const makeBudget = async (points: number) => {
  const { body } = await t.call('budgets.create', {
    token: n.team.admin.token,
    body: {
      name: 'Awards',
      period: 'once',
      points,
      owner_ids: [n.team.admin.user_id],
      recipients: {},
    },
  })
  return body.id
}

test('an announcement writes a post with points and quotes for each winner', async () => {
  const id = await decide([
    [n.wendy, 5],
    [n.walter, 2],
  ])
  const { body: result } = await n.getResult(id)
  const [first] = result.nominees
  const quoteIds = first?.quotes.map((quote) => quote.nomination_id) ?? []
  const { status, body } = await n.announce(id, [
    { nominee_id: first?.id ?? '', quote_ids: quoteIds },
  ])
  expect([status, body.phase]).toEqual([200, 'announced'])
  const posts = await listPosts()
  expect(posts).toMatchObject([
    {
      occasion: { kind: 'nomination', name: 'Colleague of the quarter' },
      value_id: n.team.value_id,
      score: 50,
      private: false,
    },
  ])
  expect(posts[0]?.description).toBe(
    'Wendy Lind wins “Colleague of the quarter”. Congratulations!\n\n' +
      '“For the calm that everyone needed” — Nora Lind',
  )
  expect([await balanceOf(n.wendy), await balanceOf(n.walter)]).toEqual([50, 0])
  expect(await n.kindsOf(n.wendy)).toEqual(expect.arrayContaining(['company_post', 'kind_words']))
  expect(await n.kindsOf(n.walter)).toEqual(['kind_words'])
  expect((await n.getResult(id)).body).toMatchObject({
    phase: 'announced',
    nominees: [{ won: true }, { won: false }],
  })
  const { body: log } = await t.call('workspace.audit', { token: n.team.admin.token })
  expect(log.items.map(({ action }) => action)).toContain('nomination_round.announce')
})

test('a round is announced once, after its result, by the winners of the result', async () => {
  const id = await n.open()
  await n.nominate(n.nora, id, n.wendy)
  await n.nominate(n.nora, id, n.walter)
  expect((await n.announce(id, [])).codes).toEqual(['nomination_undecided'])
  await n.passDays(8)
  await n.score(n.jane, id, await n.idOf(id, n.wendy), [4, 4])
  expect((await n.announce(id, [])).codes).toEqual(['nomination_undecided'])
  await n.passDays(7)
  for (const winners of [
    [],
    await win(id, n.walter),
    await win(id, n.wendy, n.walter),
    await win(id, n.wendy, n.wendy),
    [{ nominee_id: n.team.value_id, quote_ids: [] }],
  ])
    expect((await n.announce(id, winners)).codes).toEqual(['nomination_winners'])
  const winners = await win(id, n.wendy)
  const replies = await Promise.all([1, 2, 3].map(() => n.announce(id, winners)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await n.announce(id, winners)).codes).toEqual(['nomination_closed'])
  expect(await listPosts()).toHaveLength(1)
})

test('a repeated key returns the first answer', async () => {
  const id = await decide([[n.wendy, 5]])
  const winners = await win(id, n.wendy)
  const first = await n.announce(id, winners, 'announce-1')
  const second = await n.announce(id, winners, 'announce-1')
  expect([second.status, second.body]).toEqual([200, first.body])
  expect(await balanceOf(n.wendy)).toBe(50)
})

test('quotes need the consent of their nominators', async () => {
  const id = await n.open()
  const { body: silent } = await n.nominate(n.nora, id, n.wendy)
  const { body: other } = await n.nominate(n.nora, id, n.walter, { may_quote: true })
  await n.passDays(8)
  await n.score(n.jane, id, await n.idOf(id, n.wendy), [4, 4])
  await n.passDays(7)
  const nomineeId = await n.idOf(id, n.wendy)
  for (const { id: quoteId } of [silent, other])
    expect(
      (await n.announce(id, [{ nominee_id: nomineeId, quote_ids: [quoteId] }])).errors,
    ).toMatchObject([{ code: 'nomination_winners', field: 'winners.0.quote_ids' }])
})

test('long quotes fit into the post', async () => {
  const id = await n.open()
  const text = 'é'.repeat(limits.message_chars_max)
  for (const who of [n.nora, n.ned, n.joe])
    await n.nominate(who, id, n.wendy, { text, may_quote: true })
  await n.passDays(8)
  await n.score(n.jane, id, await n.idOf(id, n.wendy), [4, 4])
  await n.passDays(7)
  const [first] = (await n.getResult(id)).body.nominees
  const quoteIds = first?.quotes.map((quote) => quote.nomination_id) ?? []
  await n.announce(id, [{ nominee_id: first?.id ?? '', quote_ids: quoteIds }])
  const [post] = await listPosts()
  expect(post?.description.length).toBeLessThanOrEqual(limits.message_chars_max)
  expect(post?.description.match(/…”/g)).toHaveLength(3)
})

test('the administrator chooses among equal nominees at the last place', async () => {
  const body = { tie_rule: 'administrator', winners_max: 2 } as const
  const id = await decide(
    [
      [n.wendy, 5],
      [n.walter, 4],
      [n.ned, 4],
    ],
    body,
  )
  for (const winners of [await win(id, n.wendy), await win(id, n.wendy, n.walter, n.ned)])
    expect((await n.announce(id, winners)).codes).toEqual(['nomination_winners'])
  expect((await n.announce(id, await win(id, n.wendy, n.ned))).status).toBe(200)
  expect([await balanceOf(n.ned), await balanceOf(n.walter)]).toEqual([50, 0])
})

test('a winner who has left does not win, and nobody moves up', async () => {
  const id = await decide([
    [n.wendy, 5],
    [n.walter, 4],
  ])
  await n.deactivate(n.wendy)
  expect((await n.getResult(id)).body.nominees).toMatchObject([
    { won: true, left: true },
    { won: false, left: false },
  ])
  for (const winners of [await win(id, n.wendy), await win(id, n.walter)])
    expect((await n.announce(id, winners)).codes).toEqual(['nomination_winners'])
  expect((await n.announce(id, [])).body.phase).toBe('announced')
  expect(await listPosts()).toEqual([])
  expect((await n.getResult(id)).body.nominees).toMatchObject([{ won: false }, { won: false }])
})

test('everyone in a winning group gets the points', async () => {
  const support = await n.makeGroup([n.wendy, n.walter])
  const id = await n.open({ nominee_kind: 'group' })
  await n.nominate(n.nora, id, support)
  await n.passDays(8)
  await n.score(n.jane, id, await n.idOf(id, support), [4, 4])
  await n.passDays(7)
  await n.announce(id, await win(id, support))
  expect([await balanceOf(n.wendy), await balanceOf(n.walter)]).toEqual([50, 50])
  expect((await listPosts())[0]?.description).toContain('Support wins')
  for (const who of [n.wendy, n.walter])
    expect(await n.wordsOf(who)).toMatchObject([{ group: { id: support } }])
})

test('a budget pays the winners and is never overdrawn', async () => {
  const budgetId = await makeBudget(80)
  const id = await decide(
    [
      [n.wendy, 5],
      [n.walter, 5],
    ],
    { budget_id: budgetId },
  )
  const winners = await win(id, n.wendy, n.walter)
  expect((await n.announce(id, winners)).codes).toEqual(['budget_overdrawn'])
  expect([await balanceOf(n.wendy), await listPosts()]).toEqual([0, []])
  expect(await n.wordsOf(n.wendy)).toEqual([])
  const { token } = n.team.admin
  await t.call('budgets.fund', {
    token,
    params: { id: budgetId },
    body: { points: 20, reason: 'Two winners' },
  })
  expect((await n.announce(id, winners)).status).toBe(200)
  const { body: budgets } = await t.call('budgets.list', { token })
  expect(budgets.find((one) => one.id === budgetId)?.left).toBe(0)
})

test('a closed budget cannot pay', async () => {
  const budgetId = await makeBudget(80)
  const id = await decide([[n.wendy, 5]], { budget_id: budgetId })
  await t.call('budgets.close', { token: n.team.admin.token, params: { id: budgetId } })
  expect((await n.announce(id, await win(id, n.wendy))).codes).toEqual(['budget_unavailable'])
})
