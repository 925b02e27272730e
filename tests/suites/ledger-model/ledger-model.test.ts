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
 * The server against a model of the ledger (promise 1): the server must accept or refuse random
 * commands over HTTP like the model, with the same code, and reach the same balances, allowances
 * and stocks. Failures are shrunk to the fewest commands, and the seed is printed. LEDGER_RUNS=1000
 * runs longer.
 */
const runsSetting = process.env['LEDGER_RUNS']
const t = setupTestApp(() => ({ env: { BILLING: 'off' } }))
/** Shortly before both time zones of the team end daylight saving time. */
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

/** Initial balance of every person. */
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
      team: { limit: 100, perPost: null, period: 'month', timezone: 'Europe/Berlin' },
      posts: [],
      purchases: [],
      people: people.map((_, n) => ({
        admin: n === 0,
        state: 'accepted',
        adjusted: initialBalance,
        limit: null,
        perPost: null,
      })),
      rewards: rewards.map((one) => ({
        price: one.price,
        team: one.reward_type === 'team',
        oneTime: one.one_time ?? false,
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
const toPostBody = (real: SystemUnderTest, command: Extract<Command, { type: 'post' }>) => ({
  to_id: command.to.map((to) => idParams(real.people, to).id),
  value_id: real.value_id,
  score: command.score,
  description: 'Thank you so much',
  private: command.private,
})
const toSettingsBody = (command: Extract<Command, { type: 'settings' }>) => ({
  limit: command.limit,
  limit_per_post: command.perPost,
  limit_period: command.period,
  timezone: command.timezone,
})
/** Returns the API call of a command. */
function toApiCall(
  real: SystemUnderTest,
  command: Exclude<Command, { type: 'wait' }>,
): { name: RouteName; params?: Record<string, string>; body?: object } {
  switch (command.type) {
    case 'post':
      return {
        name: 'posts.create',
        body: toPostBody(real, command),
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
        body: command.withReason ? { reason: 'None left' } : {},
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
        params: idParams(real.people, command.target),
        body: { amount: command.amount },
      }
    case 'deactivate':
      return {
        name: 'users.update',
        params: idParams(real.people, command.target),
        body: { state: 'deactivated' },
      }
    case 'delete':
      return { name: 'users.delete', params: idParams(real.people, command.target) }
    case 'limits':
      return {
        name: 'users.update',
        params: idParams(real.people, command.target),
        body: { limits: { limit: command.limit, limit_per_post: command.perPost } },
      }
    case 'settings':
      return {
        name: 'settings.update',
        body: toSettingsBody(command),
      }
  }
}

/** Asserts that server and model made or changed the same post or purchase. */
function checkAnswer(
  real: SystemUnderTest,
  command: Command,
  outcome: Outcome,
  body: unknown,
): void {
  const answered = body as { id: string; returned?: number }
  if (outcome.purchase !== undefined)
    expect(answered.id).toBe((real.purchases[outcome.purchase] ??= answered.id))
  if (outcome.post !== undefined)
    expect(answered.id).toBe((real.posts[outcome.post] ??= answered.id))
  if (command.type === 'delete_post') expect(answered.returned).toBe(outcome.returned)
}

/** An unlimited amount is null over HTTP. */
const nullIfInfinite = (amount: number) => (amount === Infinity ? null : amount)
/**
 * Compares balances and allowances of active people and, if the shop may have changed, the stock of
 * each reward.
 */
async function checkState(model: LedgerModel, real: SystemUnderTest, shop: boolean): Promise<void> {
  const token = real.people[0]?.token ?? ''
  const { items } = (await t.call('users.list', { token })).body
  const activePeople = model.people.flatMap((person, n) =>
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
  ).toEqual(activePeople.sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1)))
  if (!shop) return
  const offered = (await t.call('rewards.list', { token })).body
  expect(
    real.rewards.map((one) => offered.find((reward) => reward.id === one)?.available_amount),
  ).toEqual(model.rewards.map((reward) => nullIfInfinite(remainingStock(model, reward))))
}

/** Advances the clock: active people see their current allowance, and others are refused. */
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
 * Applies a command to both. `twice` repeats it with the same key: the server must return the first
 * response without a second effect.
 */
async function runCommand(
  model: LedgerModel,
  real: SystemUnderTest,
  command: Command,
  twice: boolean,
): Promise<void> {
  const outcome = applyCommand(model, command)
  if (command.type === 'wait') await advanceAndCheck(model, real)
  else {
    const { name, ...call } = toApiCall(real, command)
    const request: CallInput = {
      ...call,
      token: real.people[command.actor]?.token ?? null,
      ...(twice ? { key: crypto.randomUUID() } : {}),
    }
    const first: CallResult<RouteName> = await t.call(name, request)
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
      twice && 'moves' in routes[name] ? await t.call(name, request) : first
    expect([second.status, second.body]).toEqual([first.status, first.body])
  }
  await checkState(model, real, 'purchase' in command || 'reward' in command || 'target' in command)
}

class LedgerCommand implements fc.AsyncCommand<LedgerModel, SystemUnderTest> {
  readonly command: Command
  readonly twice: boolean
  constructor(command: Command, twice: boolean) {
    this.command = command
    this.twice = twice
  }
  check(model: Readonly<LedgerModel>): boolean {
    if ('post' in this.command) return model.posts.length > 0
    return 'purchase' in this.command ? model.purchases.length > 0 : true
  }
  run(model: LedgerModel, real: SystemUnderTest): Promise<void> {
    return runCommand(model, real, resolveIndexes(this.command, model), this.twice)
  }
  toString(): string {
    return JSON.stringify(this.command) + (this.twice ? ' twice' : '')
  }
}

test(
  'random commands have the same effect on the server and the model',
  { timeout: runsSetting ? 24 * 3_600_000 : 120_000 },
  async () => {
    const steps = fc
      .tuple(commandArbitrary, fc.boolean())
      .map(([command, twice]) => new LedgerCommand(command, twice))
    // Limited by time, but at least a few walks on a slow machine. A failed walk is still shrunk.
    const end = runsSetting ? Infinity : performance.now() + 7_000
    const progress = { walks: 0, failed: false }
    await fc.assert(
      fc.asyncProperty(fc.commands([steps], { maxCommands: 60, size: 'max' }), async (walk) => {
        if (!progress.failed && progress.walks >= 3 && performance.now() > end) return
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
          progress.walks += 1
        } catch (error) {
          progress.failed = true
          throw error
        }
      }),
      { numRuns: Number(runsSetting ?? 200) },
    )
  },
)

test('the model starts weeks on Monday in the timezone of the team', () => {
  const at = new Date('2026-10-25T23:30:00Z')
  expect(
    (['day', 'week', 'month', 'quarter'] as const).map((period) =>
      periodName(at, { period, timezone: 'Europe/Berlin' }),
    ),
  ).toEqual(['2026-10-26', '2026-10-26', '2026-10', '2026 Q4'])
  expect(periodName(at, { period: 'week', timezone: 'America/New_York' })).toBe('2026-10-19')
})
