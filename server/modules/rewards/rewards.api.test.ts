import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Purchase, Reward } from '#contract/schemas/rewards.ts'
import { newId } from '#server/platform/ids.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
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
