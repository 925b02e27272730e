import { beforeAll, expect, test } from 'vitest'
import type { RouteName } from '#contract/routes/index.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import {
  exampleBodies,
  makeTenantFixture,
  listMountedCalls,
  routeOf,
  type TenantFixture,
} from '#tests/support/example-requests.ts'
import { listFields, setAtPath } from '#tests/support/input-fields.ts'

const t = setupTestApp()
let fixture: TenantFixture
let mounted: RouteName[]
beforeAll(async () => {
  mounted = await listMountedCalls(t)
  fixture = await makeTenantFixture(t)
})

function typeOf(value: unknown) {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
const valueAt = (input: unknown, path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown> | undefined)?.[key],
    input,
  )
/** Values that a coercing schema would turn into another type. */
const coercibleValues = [
  '10',
  '1',
  '0',
  'true',
  'false',
  '',
  'null',
  '2026-07-01',
  '#336699',
  'US',
  0,
  1,
  true,
  false,
  null,
  ['10'],
  [true],
]

test('parsing a JSON body changes the type of no field', () => {
  const coerced: string[] = []
  let parsed = 0
  for (const name of mounted) {
    const { body } = routeOf(name)
    for (const { path } of listFields(body)) {
      for (const value of coercibleValues) {
        const result = body?.safeParse(
          setAtPath(exampleBodies[name]?.(fixture.ids) ?? {}, path, value),
        )
        if (!result?.success) continue
        parsed += 1
        if (typeOf(valueAt(result.data, path)) !== typeOf(value))
          coerced.push(`${name}: ${path.join('.')} = ${JSON.stringify(value)}`)
      }
    }
  }
  expect(coerced).toEqual([])
  expect(parsed).toBeGreaterThan(200)
})

test('a number or boolean sent as text in JSON answers 422', async () => {
  const { team, member, ids } = fixture
  const post = {
    to_id: [member.user_id],
    value_id: team.value_id,
    score: 10,
    description: 'Thank you so much',
  }
  const results = [
    await t.call('posts.create', { token: team.admin.token, body: { ...post, score: '10' } }),
    await t.call('posts.create', { token: team.admin.token, body: { ...post, private: 'true' } }),
    await t.call('rewards.create', { token: team.admin.token, body: { title: 'Tea', price: '5' } }),
    await t.call('rewards.update', {
      token: team.admin.token,
      params: { id: ids.reward },
      body: { available_amount: '' },
    }),
    await t.call('settings.update', { token: team.admin.token, body: { limit: '5' } }),
    await t.call('users.permissions', {
      token: team.admin.token,
      params: { id: member.user_id },
      body: { billing_administrator: 'true' },
    }),
  ]
  expect(results.map(({ status, errors }) => [status, errors[0]?.code, errors[0]?.field])).toEqual([
    [422, 'wrong_format', 'score'],
    [422, 'wrong_format', 'private'],
    [422, 'wrong_format', 'price'],
    [422, 'wrong_format', 'available_amount'],
    [422, 'wrong_format', 'limit'],
    [422, 'wrong_format', 'billing_administrator'],
  ])
  expect((await t.call('posts.create', { token: team.admin.token, body: post })).status).toBe(200)
})

test('a multipart form accepts numbers, booleans and null as text', async () => {
  const token = fixture.team.admin.token
  const fields = {
    title: '2026',
    price: '5',
    one_time: 'true',
    comment_required: 'false',
    available_amount: '7',
    gift_card_value: '',
    country: '',
    product_id: '',
    deadline: '',
  }
  const created = await t.call('rewards.create', { token, body: buildFormData(fields) })
  expect(created.body).toMatchObject({
    title: '2026',
    price: 5,
    one_time: true,
    comment_required: false,
    available_amount: 7,
    gift_card_value: null,
    country: null,
    deadline: null,
  })
  const changed = await t.call('rewards.update', {
    token,
    params: { id: created.body.id },
    body: buildFormData({ available_amount: '', one_time: 'false', remove_picture: 'true' }),
  })
  expect(changed.body).toMatchObject({ available_amount: null, one_time: false, price: 5 })
  const broken: Record<string, string>[] = [
    { price: '1e1' },
    { price: '0x10' },
    { price: ' 5' },
    { price: '' },
    { one_time: 'yes' },
    { one_time: '' },
    { available_amount: '1.5' },
  ]
  for (const wrong of broken) {
    const updated = await t.call('rewards.update', {
      token,
      params: { id: created.body.id },
      body: buildFormData(wrong),
    })
    expect([updated.status, updated.errors[0]?.code], JSON.stringify(wrong)).toEqual([
      422,
      'wrong_format',
    ])
  }
})
