import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Purchase, Reward } from '#contract/schemas/rewards.ts'
import { newId } from '#server/platform/ids.ts'
import { buildFormData, startTestApp, setupTestApp } from '#tests/support/test-app.ts'
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
const make = async (body: object = {}): Promise<Reward> => (await create(body)).body
const update = (id: string, body: object) =>
  t.call('rewards.update', { token: team.admin.token, params: { id }, body })
const duplicate = (id: string) =>
  t.call('rewards.duplicate', { token: team.admin.token, params: { id } })
const redeem = async (reward: Reward, body: object = {}, who = member): Promise<Purchase> =>
  (await t.call('shop.redeem', { token: who.token, params: { id: reward.id }, body })).body
const listAuditEntries = async (action: string, id: string) =>
  (await t.call('workspace.audit', { token: team.admin.token, query: { limit: 100 } })).body.items
    .filter((one) => one.action === action && one.details['reward_id'] === id)
    .map((one) => one.details)
const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()

test('reports each validation error at its field', async () => {
  expect((await create({ title: ' ' })).errors).toMatchObject([
    { code: 'required', field: 'title' },
  ])
  expect((await create({ price: 0 })).errors).toMatchObject([
    { code: 'price_too_low', field: 'price', message: 'Please enter a price greater than 0' },
  ])
  expect((await create({ price: 1_000_001 })).errors[0]).toMatchObject({
    code: 'price_too_high',
    message: 'Please enter a price no greater than 1,000,000',
  })
  expect((await create({ type: 'golden' })).errors).toMatchObject([
    { code: 'wrong_format', field: 'type' },
  ])
  expect((await create({ available_amount: -1 })).errors).toMatchObject([
    { code: 'out_of_range', field: 'available_amount' },
  ])
  for (const key of ['demo', 'created_at', 'deleted_at', 'workspace_id', 'id', 'picture_file_id']) {
    expect((await create({ [key]: newId(t.clock.now()) })).errors).toMatchObject([
      { code: 'wrong_format', field: key },
    ])
    expect(
      (await update(newId(t.clock.now()), { [key]: newId(t.clock.now()) })).errors,
    ).toMatchObject([{ code: 'wrong_format', field: key }])
  }
})

test('stores only the fields of each kind', async () => {
  const card = { country: 'DE', product_id: 'x', gift_card_value: 2_500 }
  expect(await make({ ...card, deadline: '2026-07-01', one_time: true })).toMatchObject({
    type: 'manual',
    reward_type: 'individual',
    category: 'uncategorised',
    country: null,
    product_id: null,
    gift_card_value: null,
    deadline: null,
    one_time: true,
  })
  expect(
    await make({
      ...card,
      reward_type: 'team',
      deadline: '2026-07-01',
      one_time: true,
      available_amount: 2,
      comment_required: true,
    }),
  ).toMatchObject({
    type: 'manual',
    reward_type: 'team',
    country: null,
    product_id: null,
    gift_card_value: null,
    deadline: '2026-07-01',
    one_time: false,
    available_amount: 2,
    comment_required: true,
  })
  expect((await create({ type: 'automatic', reward_type: 'team' })).errors).toMatchObject([
    { code: 'wrong_format', field: 'reward_type' },
    { code: 'required', field: 'country' },
    { code: 'card_required', field: 'product_id' },
    { code: 'required', field: 'gift_card_value' },
  ])
  expect((await create({ type: 'automatic', country: 'de' })).errors).toMatchObject([
    { code: 'wrong_format', field: 'country' },
  ])
})

test('accepts only gift cards and values of the catalogue', async () => {
  const card = { type: 'automatic', country: 'US', product_id: 'books', gift_card_value: 2_000 }
  const { body: made, status } = await create({ ...card, deadline: '2026-07-01', one_time: true })
  expect([status, made]).toMatchObject([
    200,
    {
      ...card,
      reward_type: 'individual',
      category: 'money_and_giftcards',
      deadline: null,
      one_time: true,
    },
  ])
  expect((await create({ ...card, category: 'charity' })).body.category).toBe('charity')
  const wrong: [object, string][] = [
    [{ country: 'AQ' }, 'country'],
    [{ product_id: 'gone' }, 'product_id'],
    [{ gift_card_value: 2_001 }, 'gift_card_value'],
  ]
  for (const [part, field] of wrong) {
    expect((await create({ ...card, ...part })).errors).toMatchObject([
      { code: 'card_required', field },
    ])
    expect((await update(made.id, part)).errors).toMatchObject([{ code: 'card_required', field }])
  }
  expect((await update(made.id, { gift_card_value: null })).errors).toMatchObject([
    { code: 'required', field: 'gift_card_value' },
  ])
  expect((await update(made.id, { reward_type: 'team' })).errors).toMatchObject([
    { code: 'wrong_format', field: 'reward_type' },
  ])
  expect((await update(made.id, { gift_card_value: 1_000, price: 90 })).body).toMatchObject({
    gift_card_value: 1_000,
    price: 90,
    type: 'automatic',
  })
  expect((await duplicate(made.id)).body).toMatchObject({ ...card, gift_card_value: 1_000 })
  expect((await update(made.id, { type: 'manual' })).body).toMatchObject({
    type: 'manual',
    country: null,
    product_id: null,
    gift_card_value: null,
  })
  expect((await update(made.id, { type: 'automatic' })).codes).toEqual([
    'required',
    'card_required',
    'required',
  ])
})

test('rejects gift cards while they are off', async () => {
  const off = await startTestApp({ env: { GIFT_CARDS: 'off' } })
  const own = await makeTeam(off)
  const answer = await off.call('rewards.create', {
    token: own.admin.token,
    body: {
      title: 'Card',
      price: 100,
      type: 'automatic',
      country: 'US',
      product_id: 'books',
      gift_card_value: 2_000,
    },
  })
  expect(answer.errors).toMatchObject([{ code: 'card_required' }])
  await off.close()
})

test('accepts deadlines from tomorrow to two years ahead in the team’s zone', async () => {
  const tokyo = await makeTeam(t, { timezone: 'Asia/Tokyo' })
  t.clock.advance(4 * 3_600_000)
  // 16:00 UTC on 15 June is already the 16th in Tokyo.
  const wish = (deadline: string, who = team.admin) =>
    create({ reward_type: 'team', deadline }, who)
  expect((await wish('2026-06-15')).errors).toMatchObject([
    {
      code: 'out_of_range',
      field: 'deadline',
      params: { start: '2026-06-16', finish: '2028-06-14' },
    },
  ])
  expect((await wish('2026-06-16')).status).toBe(200)
  expect((await wish('2026-06-16', tokyo.admin)).codes).toEqual(['out_of_range'])
  expect((await wish('2026-06-17', tokyo.admin)).status).toBe(200)
  expect((await wish('2028-06-15')).codes).toEqual(['out_of_range'])
  expect((await wish('2026-02-30')).errors).toMatchObject([
    { code: 'wrong_format', field: 'deadline' },
  ])
  t.clock.advance(-4 * 3_600_000)
})

test('allows other changes after the deadline has passed', async () => {
  const reward = await make({ reward_type: 'team', deadline: '2026-06-17' })
  t.clock.advance(5 * 86_400_000)
  expect((await update(reward.id, { title: 'Later', deadline: '2026-06-17' })).body).toMatchObject({
    title: 'Later',
    deadline: '2026-06-17',
  })
  expect((await update(reward.id, { deadline: '2026-06-18' })).codes).toEqual(['out_of_range'])
  expect((await duplicate(reward.id)).body).toMatchObject({ deadline: null })
  expect((await update(reward.id, { deadline: null })).body).toMatchObject({ deadline: null })
  t.clock.advance(-5 * 86_400_000)
})

test('fixes the kind after the first redemption, but not the price', async () => {
  const reward = await make()
  expect(
    (await update(reward.id, { reward_type: 'team', deadline: '2026-08-01' })).body,
  ).toMatchObject({ reward_type: 'team', deadline: '2026-08-01' })
  expect((await update(reward.id, { reward_type: 'individual' })).body).toMatchObject({
    reward_type: 'individual',
    deadline: null,
  })
  const purchase = await redeem(reward)
  expect((await update(reward.id, { reward_type: 'team' })).errors).toMatchObject([
    { code: 'kind_fixed', field: 'reward_type' },
  ])
  expect((await update(reward.id, { reward_type: 'individual', price: 120 })).body.price).toBe(120)
  expect(
    (
      await t.call('shop.redeem', {
        token: member.token,
        params: { id: reward.id },
        body: { price: 100 },
      })
    ).errors,
  ).toMatchObject([{ code: 'price_changed', params: { price: 120 } }])
  // A declined redemption counts too.
  await t.call('rewards.decline', {
    token: team.admin.token,
    params: { id: purchase.id },
    body: { reason: '' },
  })
  expect((await update(reward.id, { reward_type: 'team' })).codes).toEqual(['kind_fixed'])
})

test('audits changes with old and new values, and skips empty changes', async () => {
  const reward = await make({ title: 'Tea', price: 5 })
  await update(reward.id, { title: 'Tea', price: 5 })
  expect(await listAuditEntries('reward.update', reward.id)).toEqual([])
  await update(reward.id, { title: 'More tea', price: 7, description: 'x'.repeat(500) })
  expect(await listAuditEntries('reward.update', reward.id)).toEqual([
    {
      reward_id: reward.id,
      title: { from: 'Tea', to: 'More tea' },
      price: { from: 5, to: 7 },
      description: { from: '', to: `${'x'.repeat(99)}…` },
    },
  ])
  await update(reward.id, { price: 8 })
  expect((await listAuditEntries('reward.update', reward.id))[0]).toEqual({
    reward_id: reward.id,
    title: 'More tea',
    price: { from: 7, to: 8 },
  })
  const copy = (await duplicate(reward.id)).body
  expect(await listAuditEntries('reward.duplicate', copy.id)).toEqual([
    { reward_id: copy.id, of_id: reward.id, title: 'More tea (copy)' },
  ])
  await t.call('rewards.delete', { token: team.admin.token, params: { id: copy.id } })
  expect(await listAuditEntries('reward.delete', copy.id)).toEqual([
    { reward_id: copy.id, title: 'More tea (copy)' },
  ])
  expect([(await update(copy.id, { price: 1 })).status, (await duplicate(copy.id)).status]).toEqual(
    [404, 404],
  )
})

test('treats empty form fields as null and adds, keeps and removes a picture', async () => {
  const made = await create(
    buildFormData(
      {
        title: 'Trip',
        price: '300',
        reward_type: 'team',
        deadline: '',
        available_amount: '',
        country: '',
        product_id: '',
        gift_card_value: '',
        one_time: 'false',
      },
      await picture(),
    ),
  )
  expect([made.status, made.body.deadline, made.body.reward_type]).toEqual([200, null, 'team'])
  expect(made.body.picture.url).toMatch(/\.webp$/)
  const changed = await update(made.body.id, buildFormData({ title: 'Long trip' }))
  expect(changed.body).toMatchObject({ title: 'Long trip', picture: made.body.picture })
  const other = await update(made.body.id, buildFormData({}, await picture()))
  expect(other.body.picture.url).not.toBe(made.body.picture.url)
  expect((await update(made.body.id, { remove_picture: true })).body.picture.url).toBeNull()
})

test('duplicates a reward with its own picture and a title that fits', async () => {
  const { body: reward } = await create(
    buildFormData(
      {
        title: 'T'.repeat(100),
        price: '40',
        available_amount: '3',
        one_time: 'true',
        comment_required: 'true',
        category: 'creative',
        description: 'Long',
        emoji: '🎨',
      },
      await picture(),
    ),
  )
  const { id, title, picture: drawn, created_at: _, ...rest } = (await duplicate(reward.id)).body
  expect(rest).toEqual(
    Object.fromEntries(
      Object.entries(reward).filter(
        ([key]) => !['id', 'title', 'picture', 'created_at'].includes(key),
      ),
    ),
  )
  expect(id).not.toBe(reward.id)
  expect(title).toMatch(/^T+… \(copy\)$/)
  expect(title).toHaveLength(100)
  expect(drawn.url).not.toBe(reward.picture.url)
  const [one, two] = await Promise.all(
    [reward.picture.url, drawn.url].map((url) => t.app.inject(url ?? '')),
  )
  expect(two?.rawPayload).toEqual(one?.rawPayload)

  const spanish = await makeTeam(t)
  await t.call('settings.update', { token: spanish.admin.token, body: { language: 'es' } })
  const tea = (await create({ title: 'Té' }, spanish.admin)).body
  expect(
    (await t.call('rewards.duplicate', { token: spanish.admin.token, params: { id: tea.id } })).body
      .title,
  ).toBe('Té (copia)')
})

test('allows at most 96 rewards, also concurrently and by duplication', async () => {
  const own = await makeTeam(t)
  const first = (await create({}, own.admin)).body
  const made = await Promise.all(
    Array.from({ length: 99 }, (_, n) =>
      n % 3
        ? t.call('rewards.create', { token: own.admin.token, body: { title: 'X', price: 5 } })
        : t.call('rewards.duplicate', { token: own.admin.token, params: { id: first.id } }),
    ),
  )
  expect(made.filter((answer) => answer.status === 200)).toHaveLength(95)
  expect(
    made.filter((answer) => answer.status !== 200).map((answer) => answer.errors),
  ).toMatchObject(
    Array.from({ length: 4 }, () => [{ code: 'rewards_full', params: { finish: 96 } }]),
  )
  expect((await t.call('rewards.list', { token: own.admin.token })).body).toHaveLength(96)
  await t.call('rewards.delete', { token: own.admin.token, params: { id: first.id } })
  expect((await create({}, own.admin)).status).toBe(200)
})

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
      '\uFEFFDate,Buyer,Reward,Kind,Price in points,Company contribution,Status,Comments,Decided on,Decided by',
      `2026-06-16,'=Mira Okafor,"'+Cake, ""big""",For one person,100,0,Pending,,,`,
      `2026-06-16,'=Mira Okafor,"'+Cake, ""big""",For one person,100,0,Declined,'-no sugar | Reason: None left,2026-06-16,Uwe Li`,
      '',
    ].join('\r\n'),
  )
  await t.call('profiles.update_me', { token: own.admin.token, body: { language: 'ru' } })
  expect((await file({})).body.split('\r\n')[0]).toBe(
    'Дата,Кто обменял,Награда,Вид,Цена в баллах,Доля компании,Статус,Комментарии,Дата решения,Кто решил',
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
    /^2026-06-15,"Ana Li \(10\), Cy Li \(30\)",Trip,For the team,200,160,Fulfilled,"Ana Li: Yes, 0 \| Bo Li: Yes, 1 \| Cy Li: Yes, 2",2026-06-15,First\d+ Last\d+$/,
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
