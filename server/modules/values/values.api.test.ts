import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { languages } from '#web/lib/i18n.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'

const t = setupTestApp()
const look = { color: '#336699', emoji: '🐢' }

test('a created value gets a tag from its name', async () => {
  const team = await makeTeam(t)
  const { token } = team.admin
  const made = await t.call('values.create', {
    token,
    body: { name: 'Слышим друг друга!', keywords: ['слушать', 'Слушать', 'слышать'], ...look },
  })
  expect(made.body).toMatchObject({
    name: 'Слышим друг друга!',
    tag: 'слышим-друг-друга',
    keywords: ['Слушать', 'слышать'],
    default: false,
    retired: false,
  })
  const chosen = await t.call('values.update', {
    token,
    params: { id: made.body.id },
    body: { default: true, description: 'We listen', tag: '#listen' },
  })
  expect(chosen.body).toMatchObject({ default: true, description: 'We listen', tag: 'listen' })
  expect(
    (await t.call('values.list', { token })).body.map((one) => [one.name, one.default]),
  ).toEqual([
    ['Слышим друг друга!', true],
    ['Craft', false],
    ['Teamwork', false],
  ])
  expect(
    (
      await t.call('values.update', {
        token,
        params: { id: made.body.id },
        body: { default: false },
      })
    ).codes,
  ).toEqual(['required'])
  expect((await t.call('workspace.audit', { token })).body.items.map((one) => one.action)).toEqual([
    'value.update',
    'value.create',
  ])
})

test.each([
  ['İletişim', 'iletişim'],
  ['मित्रता और काम', 'मित्रता-और-काम'],
  ['Care ❤️ team', 'care-team'],
])('the tag of %s has its letters with their marks', async (name, tag) => {
  const { token } = (await makeTeam(t)).admin
  const made = await t.call('values.create', { token, body: { name, ...look } })
  expect(made.body.tag).toBe(tag)
  const typed = await t.call('values.update', {
    token,
    params: { id: made.body.id },
    body: { tag: `#${tag.toUpperCase()}` },
  })
  expect(typed.body.tag).toBe(tag)
})

test('names and tags stay unique and at most ten under concurrency', async () => {
  const {
    admin: { token },
  } = await makeTeam(t)
  for (const body of [
    { name: 'CRAFT', ...look },
    { name: 'Other', tag: 'Craft', ...look },
  ])
    expect((await t.call('values.create', { token, body })).codes).toEqual(['not_unique'])
  const twins = await Promise.all(
    [1, 2, 3].map(() => t.call('values.create', { token, body: { name: 'Twin', ...look } })),
  )
  expect(twins.filter((one) => one.status === 200)).toHaveLength(1)
  const many = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      t.call('values.create', { token, body: { name: `Value ${n}`, ...look } }),
    ),
  )
  expect(many.filter((one) => one.status === 200)).toHaveLength(7)
  expect(new Set(many.flatMap((one) => one.codes))).toEqual(new Set(['values_full']))
  expect(many.find((one) => one.status === 422)?.errors[0]?.message).toBe(
    'A team can have at most 10 values',
  )
})

test('a deleted value stays on its posts as retired', async () => {
  const team = await makeTeam(t)
  const { token } = team.admin
  const member = await makeMember(t, team.workspace_id)
  await makePost(t, team.admin, [member], team.value_id)
  expect((await t.call('values.delete', { token, params: { id: team.value_id } })).status).toBe(204)
  expect((await t.call('posts.list', { token })).body[0]?.value).toMatchObject({
    name: 'Teamwork',
    retired: true,
  })
  expect((await t.call('values.list', { token })).body).toMatchObject([
    { name: 'Craft', default: true },
  ])
  const refused = await t.call('posts.create', {
    token,
    body: { to_id: [member.user_id], value_id: team.value_id, score: 1, description: 'Thank you' },
  })
  expect(refused.codes).toEqual(['value_required'])
  expect((await t.call('values.delete', { token, params: { id: team.value_id } })).status).toBe(404)
  expect(
    (await t.call('values.delete', { token, params: { id: team.other_value_id } })).codes,
  ).toEqual(['last_value'])
  expect(
    (await t.call('values.create', { token, body: { name: 'Teamwork', ...look } })).status,
  ).toBe(200)
})

test.each([
  [{ name: '' }, 'required'],
  [{ name: 'x'.repeat(41) }, 'out_of_range'],
  [{ name: 'A', color: 'blue' }, 'wrong_format'],
  [{ name: 'A', emoji: '' }, 'required'],
  [{ name: 'A', tag: 'two words' }, 'wrong_format'],
])('%j is refused', async (body, code) => {
  const {
    admin: { token },
  } = await makeTeam(t)
  expect((await t.call('values.create', { token, body: { ...look, ...body } })).codes).toEqual([
    code,
  ])
})

test.each(languages)(
  'sixteen suggestions in %s are valid and taken ones are marked',
  async (language) => {
    const team = await makeTeam(t)
    await t.call('profiles.update_me', { token: team.admin.token, body: { language } })
    const { body } = await t.call('values.suggestions', { token: team.admin.token })
    expect(body).toHaveLength(limits.value_suggestions)
    expect(new Set(body.map((one) => one.name.toLowerCase())).size).toBe(limits.value_suggestions)
    expect(new Set(body.map((one) => one.tag)).size).toBe(limits.value_suggestions)
    expect(body.filter((one) => one.taken).map((one) => one.name)).toEqual(
      language === 'en' ? ['Teamwork', 'Craft'] : [],
    )
    for (const { taken, ...value } of body.filter((one) => !one.taken).slice(0, 8))
      expect([
        taken,
        (await t.call('values.create', { token: team.admin.token, body: value })).status,
      ]).toEqual([false, 200])
  },
)

test('creating a value completes its item in the checklist', async () => {
  const {
    admin: { token },
  } = await makeTeam(t)
  const done = async () =>
    (await t.call('config.get', { token })).body.checklist.items.find(
      (item) => item.key === 'values',
    )?.done
  expect(await done()).toBe(false)
  await t.call('values.create', { token, body: { name: 'Calm', ...look } })
  expect(await done()).toBe(true)
})
