import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reward } from '#contract/schemas/rewards.ts'
import { startTestApp, setupTestApp } from '#tests/support/test-app.ts'
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
  for (const country of ['de', 'XX'])
    expect((await create({ type: 'automatic', country })).errors).toMatchObject([
      { code: 'wrong_format', field: 'country' },
    ])
})

test('accepts only gift cards and values of the catalog', async () => {
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

test.each([
  ['2026-03-28T22:30:00Z', '2026-03-28', '2026-03-29'],
  ['2026-10-24T22:30:00Z', '2026-10-25', '2026-10-26'],
])('a deadline begins tomorrow when the clocks change at %s', async (now, today, tomorrow) => {
  const before = t.clock.now()
  t.clock.set(new Date(now))
  const own = await makeTeam(t, { timezone: 'Europe/Berlin' })
  const createUntil = (deadline: string) => create({ reward_type: 'team', deadline }, own.admin)
  expect((await createUntil(today)).codes).toEqual(['out_of_range'])
  expect((await createUntil(tomorrow)).body.deadline).toBe(tomorrow)
  t.clock.set(before)
})
