import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Money } from '#contract/schemas/common.ts'
import { hold, release, returnRedeemed, settle } from '#server/ledger/purchases.ts'
import { newId } from '#server/platform/ids.ts'
import { addDays } from '#server/platform/periods.ts'
import {
  addBalance,
  makeMember,
  makePost,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  checkLiability,
  insertWorth,
  callAs,
  makeFinanceTeam,
  setCountry,
  storeDays,
  storeOneDay,
} from '#tests/support/liability.ts'
import { setContributionStatus } from '#server/modules/purchases/contribution-queries.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
const setTime = (time: string) => t.clock.set(new Date(time))
let team: Team
beforeEach(async () => {
  setTime('2026-03-01T12:00:00Z')
  team = await makeFinanceTeam(t)
})

type Days = { from: string; to: string }
async function readChanges(days: Days): Promise<OutputOf<'liability.changes'>> {
  return (await callAs(t, team.admin, 'liability.changes', { query: days })).body
}
async function readDay(day: string): Promise<OutputOf<'liability.get'>> {
  return (await callAs(t, team.admin, 'liability.get', { query: { day } })).body
}
const toSums = (...lists: Money[][]) => {
  const sums: Record<string, number> = {}
  for (const { currency, minor } of lists.flat()) sums[currency] = (sums[currency] ?? 0) + minor
  return Object.fromEntries(Object.entries(sums).filter(([, minor]) => minor !== 0))
}

/** Expects that opening and lines add up to the closing, which the days before and after show. */
async function expectExact(days: Days): Promise<void> {
  const { opening, lines, closing, worth_changes: worthChanges } = await readChanges(days)
  expect(opening.points + lines.reduce((sum, line) => sum + line.points, 0)).toBe(closing.points)
  expect(toSums(opening.money, ...lines.map((line) => line.money))).toEqual(toSums(closing.money))
  const changeOfWorth = lines.find(({ kind }) => kind === 'change_of_worth')
  expect(toSums(...worthChanges.map(({ money }) => money))).toEqual(
    toSums(changeOfWorth?.money ?? []),
  )
  const [before, after] = [await readDay(addDays(days.from, -1)), await readDay(days.to)]
  expect([before.figures.total, after.figures.total]).toEqual([opening.points, closing.points])
  expect([before.figures.money, after.figures.money]).toEqual([opening.money, closing.money])
}

/** Movements of one day. */
const step = fc.record({
  days: fc.integer({ min: 0, max: 3 }),
  person: fc.nat(3),
  points: fc.integer({ min: 1, max: 333 }),
  act: fc.constantFrom(
    'add',
    'thank',
    'delete',
    'hold',
    'release',
    'settle',
    'return',
    'move',
    'worth',
    'store',
  ),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const countries = [null, 'JP', 'KW', 'DE']
const currencies = ['JPY', 'KWD', 'EUR']

type Hold = { sourceId: string; member: Member; points: number }
type Open = { posts: string[]; holds: Hold[]; settled: Hold[] }

/** Inserts a purchase of one contribution, and holds its points. */
async function holdPoints(member: Member, points: number): Promise<Hold> {
  const at = t.clock.now()
  await addBalance(t, member, points)
  const { body } = await callAs(t, team.admin, 'rewards.create', {
    body: { title: 'Mug', price: points },
  })
  const [purchaseId, sourceId] = [newId(at), newId(at)]
  const { workspace_id: workspaceId, user_id: userId } = member
  await t.services.db.tenant(workspaceId, async (trx) => {
    await trx
      .insertInto('purchases')
      .values({
        workspace_id: workspaceId,
        id: purchaseId,
        reward_id: body.id,
        title: 'Mug',
        emoji: '☕',
        type: 'manual',
        price: points,
        reward_type: 'individual',
        status: 'pending',
        created_by: userId,
        created_at: at,
        status_changed_at: at,
      } as never)
      .execute()
    await trx
      .insertInto('contributions')
      .values({
        workspace_id: workspaceId,
        id: sourceId,
        purchase_id: purchaseId,
        reward_id: body.id,
        user_id: userId,
        amount: points,
        status: 'pending',
        created_at: at,
        day: at.toISOString().slice(0, 10),
      })
      .execute()
    await hold(trx, { workspaceId, sourceId, userId, points, actorId: null, at })
  })
  return { sourceId, member, points }
}

/** Ends a held purchase: its points return, or are redeemed. */
const endHold = ({ sourceId, member, points }: Hold, isSettled: boolean) =>
  t.services.db.tenant(member.workspace_id, async (trx) => {
    const { workspace_id: workspaceId, user_id: userId } = member
    await setContributionStatus(trx, workspaceId, [sourceId], {
      status: isSettled ? 'fulfilled' : 'declined',
      at: t.clock.now(),
    })
    const movement = { workspaceId, sourceId, points, actorId: null, at: t.clock.now() }
    if (isSettled) await settle(trx, movement)
    else await release(trx, 'purchase_declined', { ...movement, userId })
  })

/** Returns the points of a fulfilled purchase. */
const returnPoints = ({ sourceId, member, points }: Hold) =>
  t.services.db.tenant(member.workspace_id, async (trx) => {
    const { workspace_id: workspaceId, user_id: userId } = member
    const at = t.clock.now()
    await setContributionStatus(trx, workspaceId, [sourceId], { status: 'declined', at })
    await returnRedeemed(trx, { workspaceId, sourceId, userId, points, actorId: null, at })
  })

async function applyStep(
  { days, person, points, act }: Step,
  people: readonly Member[],
  open: Open,
): Promise<void> {
  t.clock.advance(days * 86_400_000 + 3_600_000)
  const today = t.clock.now().toISOString().slice(0, 10)
  const member = people[person] as Member
  if (act === 'add') await addBalance(t, member, points)
  if (act === 'thank')
    open.posts.push(
      await makePost(t, member, [people[(person + 1) % 4] as Member], team.value_id, points),
    )
  if (act === 'delete' && open.posts.length)
    await callAs(t, team.admin, 'posts.delete', { params: { id: open.posts.pop() ?? '' } })
  if (act === 'hold') open.holds.push(await holdPoints(member, points))
  const held = act === 'release' || act === 'settle' ? open.holds.pop() : undefined
  if (held) await endHold(held, act === 'settle')
  if (held && act === 'settle') open.settled.push(held)
  const settled = act === 'return' ? open.settled.pop() : undefined
  if (settled) await returnPoints(settled)
  if (act === 'move') await setCountry(t, countries[points % 4] ?? null, member)
  if (act === 'worth') {
    const country = countries[points % 4]
    await insertWorth(t, team, {
      ...(country ? { country } : {}),
      currency: currencies[points % 3] ?? 'EUR',
      minor: 700 + points,
      from: today,
    }).catch(() => undefined)
  }
  if (act === 'store') await storeOneDay(t, team)
}

test('random ranges of random movements are exact in points and money', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 3, maxLength: 3 }),
      fc.boolean(),
      async (steps, ranges, isStored) => {
        setTime('2026-03-01T12:00:00Z')
        team = await makeFinanceTeam(t)
        const people = await Promise.all([1, 2, 3, 4].map(() => makeMember(t, team.workspace_id)))
        await insertWorth(t, team, { currency: 'EUR', minor: 1_013, from: '2026-03-01' })
        const open = { posts: [], holds: [], settled: [] }
        for (const one of steps) await applyStep(one, people, open)
        t.clock.advance(2 * 86_400_000)
        if (isStored) await storeDays(t, team)
        const last = t.clock.now().toISOString().slice(0, 10)
        for (const [a, b] of ranges) {
          const [from, to] = [
            addDays('2026-03-01', Math.min(a, b)),
            addDays('2026-03-01', Math.max(a, b)),
          ]
          if (to <= last) await expectExact({ from, to })
        }
        await expectExact({ from: '2026-03-01', to: last })
        expect(await checkLiability(t, team)).toEqual([])
      },
    ),
    { numRuns: 6, endOnFailure: true },
  )
}, 180_000)
