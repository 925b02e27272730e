import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Purchase, Reward } from '#contract/schemas/rewards.ts'
import { newId } from '#server/platform/ids.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
let member: Member
beforeAll(async () => {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id, { first_name: 'Mira', last_name: 'Okafor' })
  await addBalance(t, member, 5_000)
})
afterAll(() => t.checkLedger())
const create = (body: object, who = team.admin) =>
  t.call('rewards.create', {
    token: who.token,
    body: body instanceof FormData ? body : { title: 'Cake', price: 100, ...body },
  })
const redeem = async (reward: Reward, body: object = {}, who = member): Promise<Purchase> =>
  (await t.call('shop.redeem', { token: who.token, params: { id: reward.id }, body })).body

test('filters purchases by status, kind and both', async () => {
  const own = await makeTeam(t)
  await addBalance(t, own.admin, 500)
  const reward = (await create({}, own.admin)).body
  const [one, two] = [await redeem(reward, {}, own.admin), await redeem(reward, {}, own.admin)]
  await t.call('rewards.fulfil', { token: own.admin.token, params: { id: one.id }, body: {} })
  const ids = async (query: Record<string, string>) =>
    (await t.call('rewards.purchases', { token: own.admin.token, query })).body.items.map(
      (item) => item.id,
    )
  expect(await ids({})).toEqual([two.id, one.id])
  expect(await ids({ status: 'fulfilled' })).toEqual([one.id])
  expect(await ids({ type: 'manual', reward_type: 'individual' })).toEqual([two.id, one.id])
  expect(await ids({ status: 'pending', reward_type: 'individual' })).toEqual([two.id])
  expect([await ids({ reward_type: 'team' }), await ids({ type: 'automatic' })]).toEqual([[], []])
  expect(
    (
      await t.call('rewards.purchases', {
        token: own.admin.token,
        query: { reward_type: 'everybody' },
      })
    ).status,
  ).toBe(400)
})

test('exports purchases in the reader’s language without CSV formulas', async () => {
  const own = await makeTeam(t, { timezone: 'Pacific/Auckland' })
  const [buyer, decider] = [
    await makeMember(t, own.workspace_id, { first_name: '=Mira', last_name: 'Okafor' }),
    await makeMember(t, own.workspace_id, {
      first_name: 'Uwe',
      last_name: 'Li',
      permissions: { rewards_administrator: true },
    }),
  ]
  await addBalance(t, buyer, 500)
  const reward = (await create({ title: '+Cake, "big"' }, own.admin)).body
  const declined = await redeem(reward, { comment: '-no sugar' }, buyer)
  await t.call('rewards.decline', {
    token: decider.token,
    params: { id: declined.id },
    body: { reason: 'None left' },
  })
  t.clock.advance(1_000)
  await redeem(reward, {}, buyer)
  const file = async (query: object, who = own.admin, headers = {}) =>
    await t.call('rewards.purchases_csv', {
      token: who.token,
      query: query as { days: number },
      headers,
    })
  const { headers, body } = await file({ days: 30, bom: 1 })
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="purchases.csv"',
  })
  // 12:00 UTC on 15 June is midnight of the 16th there.
  expect(body).toBe(
    [
      '\uFEFFDate,Buyer,Buyer email,Reward,Kind,Price in points,Company contribution,Status,Comments,Decided on,Decided by,Ordered on,Ordered by',
      `2026-06-16,'=Mira Okafor,${buyer.email},"'+Cake, ""big""",For one person,100,0,Pending,,,,,`,
      `2026-06-16,'=Mira Okafor,${buyer.email},"'+Cake, ""big""",For one person,100,0,Declined,'-no sugar | Reason: None left,2026-06-16,Uwe Li,,`,
      '',
    ].join('\r\n'),
  )
  await t.call('profiles.update_me', { token: own.admin.token, body: { language: 'ru' } })
  expect((await file({})).body.split('\r\n')[0]).toBe(
    'Дата,Кто обменял,Почта покупателя,Награда,Вид,Цена в баллах,Доля компании,Статус,Комментарии,Дата решения,Кто решил,Дата заказа,Кто заказал',
  )
  t.clock.advance(31 * 86_400_000)
  const { token } = await makeMember(t, (await makeTeam(t)).workspace_id)
  expect((await t.call('rewards.purchases_csv', { token })).codes).toEqual(['forbidden'])
  t.clock.advance(-31 * 86_400_000)
  expect((await file({ days: 0 })).status).toBe(400)
})

test('exports contributions, withdrawals and the company’s part', async () => {
  const own = await makeTeam(t)
  const people = await Promise.all(
    ['Ana', 'Bo', 'Cy'].map((firstName) =>
      makeMember(t, own.workspace_id, { first_name: firstName, last_name: 'Li' }),
    ),
  )
  for (const one of people) await addBalance(t, one, 100)
  const reward = (
    await create(
      { title: 'Trip', price: 200, reward_type: 'team', comment_required: true },
      own.admin,
    )
  ).body
  const parts: Purchase[] = []
  for (const [n, who] of people.entries())
    parts.push(await redeem(reward, { amount: 10 * (n + 1), comment: `Yes, ${n}` }, who))
  const id = parts[0]?.id ?? ''
  expect(
    (await t.call('shop.cancel', { token: people[1]?.token ?? '', params: { id } })).status,
  ).toBe(200)
  expect(
    (
      await t.call('rewards.fulfil', {
        token: own.admin.token,
        params: { id },
        body: { force: true },
      })
    ).status,
  ).toBe(200)
  expect(
    (await t.call('rewards.fulfil', { token: own.admin.token, params: { id }, body: {} })).body
      .status,
  ).toBe('fulfilled')
  const [, line] = (await t.call('rewards.purchases_csv', { token: own.admin.token })).body.split(
    '\r\n',
  )
  expect(line).toMatch(
    /^2026-06-15,"Ana Li \(10\), Cy Li \(30\)","[^"@]+@[^"@]+, [^"@]+@[^"@]+",Trip,For the team,200,160,Fulfilled,"Ana Li: Yes, 0 \| Bo Li: Yes, 1 \| Cy Li: Yes, 2",2026-06-15,First\d+ Last\d+,,$/,
  )
})

test('exports every purchase of the range once over many pages', async () => {
  const own = await makeTeam(t)
  const reward = (await create({}, own.admin)).body
  const start = t.clock.now().getTime()
  const rows = Array.from({ length: 2_105 }, (_, n) => {
    const at = new Date(start - n * 60_000)
    return {
      workspace_id: own.workspace_id,
      id: newId(at),
      reward_id: reward.id,
      status: 'pending' as const,
      title: `No ${n}`,
      emoji: '',
      picture_file_id: null,
      price: 1,
      type: 'manual' as const,
      reward_type: 'individual' as const,
      claim_url: null,
      created_by: own.admin.user_id,
      decided_by: null,
      created_at: at,
      status_changed_at: at,
      canceled_at: null,
    }
  })
  await t.services.db.tenant(own.workspace_id, async (trx) => {
    for (let n = 0; n < rows.length; n += 500)
      await trx
        .insertInto('purchases')
        .values(rows.slice(n, n + 500))
        .execute()
  })
  const titles = async (days: number) =>
    (await t.call('rewards.purchases_csv', { token: own.admin.token, query: { days } })).body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((one) => Number(/No (\d+)/.exec(one)?.[1]))
  expect(await titles(2)).toEqual(rows.map((_, n) => n))
  expect(await titles(1)).toEqual(Array.from({ length: 1_441 }, (_, n) => n))
  await t.services.db.tenant(own.workspace_id, (trx) =>
    trx.deleteFrom('purchases').where('workspace_id', '=', own.workspace_id).execute(),
  )
})
