import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { withClient } from '#tests/support/database.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { makeOfficeScreen } from '#tests/support/make-office-screen.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp(() => ({ at: new Date('2026-06-15T12:00:00Z') }))
let team: Team
let ada: Member
let token: string
beforeEach(async () => {
  team = await makeTeam(t)
  ada = await makeMember(t, team.workspace_id, { first_name: 'Ada', last_name: 'Lovelace' })
  ;({ token } = await makeOfficeScreen(t, team))
})
const open = (link = token) => t.call('office_screens.open', { body: { token: link } })
const list = async () => (await t.call('office_screens.list', { token: team.admin.token })).body
const showDate = (who: Member, visibility: string) =>
  t.call('profiles.update_me', {
    token: who.token,
    body: { birth_date: '1990-06-20', birthday_visibility: visibility },
  })

test('the address is returned once and stored as a hash', async () => {
  const { url, token: link, ...created } = await makeOfficeScreen(t, team, ' Reception ')
  expect(created).toMatchObject({ name: 'Reception', used_on: null })
  expect(url).toBe(`http://localhost:3000/screen/${link}`)
  expect((await list())[0]).toEqual(created)
  await withClient(t.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ n: number }>(
      'select count(*)::int as n from office_screens o where o::text like $1',
      [`%${link}%`],
    )
    expect(rows[0]?.n).toBe(0)
  })
})

test('a display shows public posts with people, and never a private one', async () => {
  await makePost(t, team.admin, [ada], team.value_id, 10, { description: 'For everyone' })
  await makePost(t, team.admin, [ada], team.value_id, 10, {
    description: 'Between us',
    private: true,
  })
  const { status, body, headers } = await open()
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body.posts).toMatchObject([
    { description: 'For everyone', to: [{ name: 'Ada Lovelace', is_former: false }], to_count: 1 },
  ])
  expect(body.leaders).toMatchObject({
    mode: 'receivers',
    items: [{ person: { name: 'Ada Lovelace' }, score: 10 }],
  })
  const text = JSON.stringify(body)
  for (const hidden of ['Between us', '@', ada.user_id, team.admin.user_id])
    expect(text).not.toContain(hidden)
})

test('a deleted post and an add-on are not shown', async () => {
  const id = await makePost(t, team.admin, [ada], team.value_id)
  await t.call('posts.add_on', {
    token: (await makeMember(t, team.workspace_id)).token,
    params: { id },
    body: { score: 1, text: 'From me too' },
  })
  expect((await open()).body.posts).toHaveLength(1)
  await t.call('posts.delete', { token: team.admin.token, params: { id } })
  expect((await open()).body.posts).toEqual([])
})

test('only the newest posts are shown, with their first recipients', async () => {
  const people = [ada]
  for (let n = 0; n < 4; n += 1) people.push(await makeMember(t, team.workspace_id))
  for (let n = 0; n <= limits.office_screen_posts_max; n += 1) {
    t.clock.advance(1)
    await makePost(t, team.admin, people, team.value_id, 1, { description: `Post ${n}` })
  }
  const { posts } = (await open()).body
  expect(posts).toHaveLength(limits.office_screen_posts_max)
  expect(posts[0]).toMatchObject({ description: 'Post 12', to_count: 5 })
  expect(posts[0]?.to).toHaveLength(limits.office_screen_recipients_max)
})

test.each(['team', 'private', 'nothing'])('a date shown to %s only is left out', async (circle) => {
  await showDate(ada, circle)
  expect((await open()).body.dates).toEqual([])
  await showDate(ada, 'everyone')
  expect((await open()).body.dates).toMatchObject([
    { person: { name: 'Ada Lovelace' }, kind: 'birthday', date: '2026-06-20', years: null },
  ])
})

test('the leaderboard follows the settings of the team', async () => {
  await makePost(t, team.admin, [ada], team.value_id)
  const set = (body: object) => t.call('settings.update', { token: team.admin.token, body })
  await set({ leaderboard_mode: 'together' })
  expect((await open()).body.leaders).toMatchObject({ mode: 'together', total: 10, items: [] })
  await set({ show_leaderboard: false })
  expect((await open()).body.leaders).toBeNull()
})

test('a deleted link, and every other token, is not found', async () => {
  const [other] = [await makeTeam(t)]
  const { token: theirs } = await makeOfficeScreen(t, other)
  const bytes = (link: string) => Buffer.from(link, 'base64url')
  const mixed = Buffer.concat([bytes(token).subarray(0, 16), bytes(theirs).subarray(16)])
  for (const link of ['x', 'x'.repeat(54), `${token}A`, mixed.toString('base64url'), ''])
    expect(await open(link)).toMatchObject({ status: 404, codes: ['not_found'] })
  const [screen] = await list()
  const remove = (admin: Member) =>
    t.call('office_screens.delete', { token: admin.token, params: { id: screen?.id ?? '' } })
  expect(await remove(other.admin)).toMatchObject({ status: 404, codes: ['not_found'] })
  expect((await open()).status).toBe(200)
  expect((await remove(team.admin)).status).toBe(204)
  expect(await open()).toMatchObject({ status: 404, codes: ['not_found'] })
  expect((await remove(team.admin)).status).toBe(404)
  expect((await open(theirs)).status).toBe(200)
})

test('a team that is deleted or not paid for is not found', async () => {
  t.clock.advance(31 * dayMs)
  expect(await open()).toMatchObject({ status: 404, codes: ['not_found'] })
  t.clock.advance(-31 * dayMs)
  expect((await open()).status).toBe(200)
  await withClient(t.ownerUrl, (owner) =>
    owner.query('update workspaces set deleted_at = now() where id = $1', [team.workspace_id]),
  )
  expect(await open()).toMatchObject({ status: 404, codes: ['not_found'] })
})

test('the last use is stored by day in the time zone of the team', async () => {
  const far = await makeTeam(t, { timezone: 'Pacific/Auckland' })
  const { token: link } = await makeOfficeScreen(t, far)
  const used = async () =>
    (await t.call('office_screens.list', { token: far.admin.token })).body[0]?.used_on
  expect(await used()).toBeNull()
  await open(link)
  expect(await used()).toBe('2026-06-16')
  t.clock.advance(dayMs)
  await open(link)
  expect(await used()).toBe('2026-06-17')
  t.clock.advance(-dayMs)
})

test('concurrent requests cannot exceed the limit of a team', async () => {
  for (let n = 1; n < 15; n += 1) await makeOfficeScreen(t, team, `Screen ${n}`)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      t.call('office_screens.create', { token: team.admin.token, body: { name: 'One more' } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(answers.flatMap(({ codes }) => codes))).toEqual(new Set(['office_screens_full']))
  expect(await list()).toHaveLength(limits.office_screens_max)
})

test('members without the ability neither see nor change links', async () => {
  const [screen] = await list()
  const params = { id: screen?.id ?? '' }
  for (const name of [
    'office_screens.list',
    'office_screens.create',
    'office_screens.delete',
  ] as const)
    expect(await t.call(name, { token: ada.token, params, body: { name: 'Mine' } })).toMatchObject({
      status: 403,
      codes: ['forbidden'],
    })
})

test('the audit log records links without their token', async () => {
  const [screen] = await list()
  await t.call('office_screens.delete', {
    token: team.admin.token,
    params: { id: screen?.id ?? '' },
  })
  const { items } = (await t.call('workspace.audit', { token: team.admin.token })).body
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'office_screen.delete', details: { name: 'Canteen' } },
    { action: 'office_screen.create', details: { name: 'Canteen' } },
  ])
  expect(JSON.stringify(items)).not.toContain(token)
})

test('the link keeps working after its creator is erased', async () => {
  const creator = await makeMember(t, team.workspace_id, {
    permissions: { global_administrator: true },
  })
  const { token: link } = await makeOfficeScreen(t, { admin: creator }, 'Reception')
  await t.call('users.delete', { token: team.admin.token, params: { id: creator.user_id } })
  expect((await open(link)).status).toBe(200)
})
