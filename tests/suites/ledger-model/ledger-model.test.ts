import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { type RouteName, routes } from '#contract/routes/index.ts'
import { type CallResult, type CallInput, setupTestApp } from '#tests/support/test-app.ts'
import { addBalance, makeMember, makeTeam, type Member } from '#tests/support/factories.ts'
import { periodName } from './limit-periods.ts'
import { applyCommand, balanceOf, remainingAllowance, remainingStock } from './model.ts'
import type { Command, LedgerModel, Outcome } from './commands.ts'
import { commandArbitrary, resolveIndexes } from './arbitraries.ts'

/**
 * The server against a model of the ledger (promise 1): random commands over HTTP, each of which
 * must be done or refused as the model says, with the same code, and leave the same balances,
 * allowances and stocks. What fails is shrunk to the fewest commands, and its seed is printed.
 * LEDGER_RUNS=1000 goes on for longer.
 */
const runsSetting = process.env['LEDGER_RUNS']
const t = setupTestApp(() => ({ env: { BILLING: 'off' } }))
/** Shortly before both of the team's possible time zones turn their clocks back. */
const startTime = new Date('2026-10-22T09:00:00Z')
type SystemUnderTest = {
  value_id: string
  people: Member[]
  rewards: string[]
  posts: string[]
  purchases: string[]
}

const rewards = [
  { title: 'Cake', price: 20, available_amount: 2 },
  { title: 'Book', price: 35, one_time: true },
  { title: 'Lunch', price: 60, reward_type: 'team', available_amount: 1 },
  { title: 'Trip', price: 90, reward_type: 'team' },
]

/** What everybody has to spend at first. */
const initialBalance = 80

async function setUp(): Promise<{ model: LedgerModel; real: SystemUnderTest }> {
  t.clock.set(startTime)
  const team = await makeTeam(t, { timezone: 'Europe/Berlin' })
  const people = [team.admin]
  for (let n = 0; n < 3; n += 1) people.push(await makeMember(t, team.workspace_id))
  const ids: string[] = []
  for (const person of people) await addBalance(t, person, initialBalance)
  for (const body of rewards)
    ids.push((await t.call('rewards.create', { token: team.admin.token, body })).body.id)
  return {
    model: {
      at: startTime,
      team: { limit: 100, per_post: null, period: 'month', timezone: 'Europe/Berlin' },
      posts: [],
      purchases: [],
      people: people.map((_, n) => ({
        admin: n === 0,
        state: 'accepted',
        adjusted: initialBalance,
        limit: null,
        per_post: null,
      })),
      rewards: rewards.map((one) => ({
        price: one.price,
        team: one.reward_type === 'team',
        one_time: one.one_time ?? false,
        amount: one.available_amount ?? null,
      })),
    },
    real: { value_id: team.value_id, people, rewards: ids, posts: [], purchases: [] },
  }
}

const idParams = (list: (string | Member)[], n: number) => {
  const one = list[n]
  return { id: (typeof one === 'object' ? one.user_id : one) ?? '' }
}
/** A command as the call that a browser makes of it. */
function toApiCall(
  real: SystemUnderTest,
  command: Exclude<Command, { does: 'wait' }>,
): { name: RouteName; params?: Record<string, string>; body?: object } {
  switch (command.does) {
    case 'post':
      return {
        name: 'posts.create',
        body: {
          to_id: command.to.map((to) => idParams(real.people, to).id),
          value_id: real.value_id,
          score: command.score,
          description: 'Thank you so much',
          private: command.private,
        },
      }
    case 'add_on':
      return {
        name: 'posts.add_on',
        params: idParams(real.posts, command.post),
        body: { score: command.score },
      }
    case 'delete_post':
      return { name: 'posts.delete', params: idParams(real.posts, command.post) }
    case 'redeem':
      return {
        name: 'shop.redeem',
        params: idParams(real.rewards, command.reward),
        body: rewards[command.reward]?.reward_type === 'team' ? { amount: command.amount } : {},
      }
    case 'cancel':
      return { name: 'shop.cancel', params: idParams(real.purchases, command.purchase) }
    case 'decline':
      return {
        name: 'rewards.decline',
        params: idParams(real.purchases, command.purchase),
        body: {},
      }
    case 'fulfil':
      return {
        name: 'rewards.fulfil',
        params: idParams(real.purchases, command.purchase),
        body: { force: command.force },
      }
    case 'adjust':
      return {
        name: 'coins.adjust',
        params: idParams(real.people, command.whom),
        body: { amount: command.amount },
      }
    case 'deactivate':
      return {
        name: 'users.update',
        params: idParams(real.people, command.whom),
        body: { state: 'deactivated' },
      }
    case 'delete':
      return { name: 'users.delete', params: idParams(real.people, command.whom) }
    case 'limits':
      return {
        name: 'users.update',
        params: idParams(real.people, command.whom),
        body: { limits: { limit: command.limit, limit_per_post: command.per_post } },
      }
    case 'settings':
      return {
        name: 'settings.update',
        body: {
          limit: command.limit,
          limit_per_post: command.per_post,
          limit_period: command.period,
          timezone: command.timezone,
        },
      }
  }
}

/** The post or purchase that a command made or changed is the one that the model means. */
function checkAnswer(
  real: SystemUnderTest,
  command: Command,
  outcome: Outcome,
  body: unknown,
): void {
  const answer = body as { id: string; returned?: number }
  if (outcome.purchase !== undefined)
    expect(answer.id).toBe((real.purchases[outcome.purchase] ??= answer.id))
  if (outcome.post !== undefined) expect(answer.id).toBe((real.posts[outcome.post] ??= answer.id))
  if (command.does === 'delete_post') expect(answer.returned).toBe(outcome.returned)
}

/** What has no end is null over HTTP. */
const nullIfInfinite = (amount: number) => (amount === Infinity ? null : amount)
/**
 * Balances and allowances of everybody who is there, and (where the shop may have changed) what is
 * left of each reward.
 */
async function checkState(model: LedgerModel, real: SystemUnderTest, shop: boolean): Promise<void> {
  const token = real.people[0]?.token ?? ''
  const { items } = (await t.call('users.list', { token })).body
  const there = model.people.flatMap((person, n) =>
    person.state === 'deleted'
      ? []
      : [
          {
            id: real.people[n]?.user_id,
            balance: balanceOf(model, person),
            left: nullIfInfinite(remainingAllowance(model, person)),
          },
        ],
  )
  expect(
    items
      .map((one) => ({ id: one.id, balance: one.balance, left: one.score_remaining }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  ).toEqual(there.sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1)))
  if (!shop) return
  const offered = (await t.call('rewards.list', { token })).body
  expect(
    real.rewards.map((one) => offered.find((reward) => reward.id === one)?.available_amount),
  ).toEqual(model.rewards.map((reward) => nullIfInfinite(remainingStock(model, reward))))
}

/**
 * Time passes, for everybody: who is there sees their allowance as it is now, who is not is shut
 * out.
 */
async function advanceAndCheck(model: LedgerModel, real: SystemUnderTest): Promise<void> {
  t.clock.set(model.at)
  for (const [n, person] of real.people.entries()) {
    const { status, body } = await t.call('config.get', { token: person.token })
    const same = model.people[n]
    expect([status, body.allowance?.score_remaining]).toEqual(
      same?.state === 'accepted'
        ? [200, nullIfInfinite(remainingAllowance(model, same))]
        : [401, undefined],
    )
  }
}

/**
 * Does a command to both; `twice` sends it once more with its key: the first answer comes again,
 * and nothing else happens.
 */
async function runCommand(
  model: LedgerModel,
  real: SystemUnderTest,
  command: Command,
  twice: boolean,
): Promise<void> {
  const outcome = applyCommand(model, command)
  if (command.does === 'wait') await advanceAndCheck(model, real)
  else {
    const { name, ...call } = toApiCall(real, command)
    const ask: CallInput = {
      ...call,
      token: real.people[command.who]?.token ?? null,
      ...(twice ? { key: crypto.randomUUID() } : {}),
    }
    const first: CallResult<RouteName> = await t.call(name, ask)
    const all =
      outcome.code === 'last_administrator'
        ? [
            'last_global_administrator',
            'last_administrator',
            'last_rewards_administrator',
            'last_billing_administrator',
          ]
        : [outcome.code]
    expect([first.status, first.codes]).toEqual(
      outcome.code ? [errors[outcome.code].status, all] : [name === 'users.delete' ? 204 : 200, []],
    )
    if (!outcome.code) checkAnswer(real, command, outcome, first.body)
    const second: CallResult<RouteName> =
      twice && 'moves' in routes[name] ? await t.call(name, ask) : first
    expect([second.status, second.body]).toEqual([first.status, first.body])
  }
  await checkState(model, real, 'purchase' in command || 'reward' in command || 'whom' in command)
}

class LedgerCommand implements fc.AsyncCommand<LedgerModel, SystemUnderTest> {
  readonly command: Command
  readonly twice: boolean
  constructor(command: Command, twice: boolean) {
    this.command = command
    this.twice = twice
  }
  check(model: Readonly<LedgerModel>): boolean {
    return 'post' in this.command
      ? model.posts.length > 0
      : 'purchase' in this.command
        ? model.purchases.length > 0
        : true
  }
  run(model: LedgerModel, real: SystemUnderTest): Promise<void> {
    return runCommand(model, real, resolveIndexes(this.command, model), this.twice)
  }
  toString(): string {
    return JSON.stringify(this.command) + (this.twice ? ' twice' : '')
  }
}

test(
  'random commands do to the server what they do to the model',
  { timeout: runsSetting ? 24 * 3_600_000 : 120_000 },
  async () => {
    const steps = fc
      .tuple(commandArbitrary, fc.boolean())
      .map(([command, twice]) => new LedgerCommand(command, twice))
    // Bounded by time, but never to less than a few walks, however slow the machine; a walk that
    // failed is shrunk all the same.
    const end = runsSetting ? Infinity : performance.now() + 7_000
    const seen = { walks: 0, failed: false }
    await fc.assert(
      fc.asyncProperty(fc.commands([steps], { maxCommands: 60, size: 'max' }), async (walk) => {
        if (!seen.failed && seen.walks >= 3 && performance.now() > end) return
        const { model, real } = await setUp()
        try {
          await fc.asyncModelRun(() => ({ model, real }), walk)
          const wallets = await t.services.db.tenant(real.people[0]?.workspace_id ?? '', (trx) =>
            trx.selectFrom('wallets').select(['user_id', 'balance']).execute(),
          )
          expect(
            real.people.map(
              (person) => wallets.find((one) => one.user_id === person.user_id)?.balance,
            ),
          ).toEqual(model.people.map((person) => balanceOf(model, person)))
          await t.checkLedger()
          seen.walks += 1
        } catch (error) {
          seen.failed = true
          throw error
        }
      }),
      { numRuns: Number(runsSetting ?? 200) },
    )
  },
)

test('the model knows the calendar: weeks begin on Monday, a day is the team’s day', () => {
  const at = new Date('2026-10-25T23:30:00Z')
  expect(
    (['day', 'week', 'month', 'quarter'] as const).map((period) =>
      periodName(at, { period, timezone: 'Europe/Berlin' }),
    ),
  ).toEqual(['2026-10-26', '2026-10-26', '2026-10', '2026 Q4'])
  expect(periodName(at, { period: 'week', timezone: 'America/New_York' })).toBe('2026-10-19')
})
