import { afterEach, expect, test } from 'vitest'
import { startSession } from '#server/platform/auth/sessions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { addBalance, makeMember, makeTeam, type Team } from '#tests/support/factories.ts'

const start = new Date('2026-06-15T12:00:00Z')
const t = setupTestApp(() => ({ at: start }))
afterEach(() => t.clock.set(start))

const list = async (team: Team, query: Record<string, string> = {}) =>
  (await t.call('workspace.audit', { token: team.admin.token, query })).body.items
const actionsOf = async (team: Team, query: Record<string, string> = {}) =>
  (await list(team, query)).map(({ action }) => action)

/** Makes a team with a buyer whose purchase was fulfilled. */
async function makeFulfilledPurchase() {
  const team = await makeTeam(t)
  const buyer = await makeMember(t, team.workspace_id)
  await addBalance(t, buyer, 50)
  const reward = (
    await t.call('rewards.create', {
      token: team.admin.token,
      body: { title: 'Museum pass', price: 10 },
    })
  ).body
  const purchase = (
    await t.call('shop.redeem', { token: buyer.token, params: { id: reward.id }, body: {} })
  ).body
  await t.call('rewards.fulfil', { token: team.admin.token, params: { id: purchase.id }, body: {} })
  return { team, buyer, reward, purchase }
}

test('names the reward and the buyer of a fulfilled purchase', async () => {
  const { team, buyer, purchase } = await makeFulfilledPurchase()
  const [entry] = await list(team)
  expect(entry).toMatchObject({
    action: 'purchase.fulfilled',
    object: { kind: 'purchase', id: purchase.id, title: 'Museum pass' },
    subject: { id: buyer.user_id },
  })
})

test('shows the current name of a resource until it is deleted', async () => {
  const { team, reward } = await makeFulfilledPurchase()
  const { token } = team.admin
  const created = async () =>
    (await list(team)).find(({ action }) => action === 'reward.create')?.object
  await t.call('rewards.update', {
    token,
    params: { id: reward.id },
    body: { title: 'Museum pass for two' },
  })
  expect(await created()).toEqual({
    kind: 'reward',
    id: reward.id,
    title: 'Museum pass for two',
  })
  await t.call('rewards.delete', { token, params: { id: reward.id } })
  expect(await created()).toBeNull()
})

test('never names resources of another workspace', async () => {
  const { reward } = await makeFulfilledPurchase()
  const other = await makeTeam(t)
  await t.call('rewards.delete', { token: other.admin.token, params: { id: reward.id } })
  expect((await list(other)).map(({ object }) => object)).toEqual([])
})

test('filters by area, author and days in the workspace time zone', async () => {
  const team = await makeTeam(t)
  const { token } = team.admin
  const colleague = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  await t.call('settings.update', { token, body: { timezone: 'Pacific/Auckland' } })
  await t.call('rewards.create', { token, body: { title: 'Cake', price: 10 } })
  t.clock.set(new Date('2026-06-16T13:00:00Z'))
  await t.call('settings.update', { token: colleague.token, body: { limit: 70 } })
  expect(await actionsOf(team, { area: 'rewards' })).toEqual(['reward.create'])
  expect(await actionsOf(team, { area: 'workspace' })).toEqual([
    'settings.update',
    'settings.update',
  ])
  expect(await actionsOf(team, { area: 'workspace', actor_id: colleague.user_id })).toEqual([
    'settings.update',
  ])
  // Already the 17th in Auckland.
  expect(await actionsOf(team, { from: '2026-06-17' })).toEqual(['settings.update'])
  expect(await actionsOf(team, { from: '2026-06-16', to: '2026-06-16' })).toEqual([
    'reward.create',
    'settings.update',
  ])
  expect(await actionsOf(team, { to: '2026-06-15' })).toEqual([])
})

test('pages through a filtered log without gaps', async () => {
  const team = await makeTeam(t)
  for (const limit of [10, 20, 30])
    await t.call('settings.update', { token: team.admin.token, body: { limit } })
  await t.call('rewards.create', { token: team.admin.token, body: { title: 'Cake', price: 10 } })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await t.call('workspace.audit', {
      token: team.admin.token,
      query: { area: 'workspace', limit: 2, ...(cursor === undefined ? {} : { cursor }) },
    })
    seen.push(...body.items.map(({ id }) => id))
    cursor = body.next_cursor ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(3)
  expect(seen).toHaveLength(3)
})

test.each([
  [{ area: 'everything' }, 400, 'malformed'],
  [{ actor_id: 'me' }, 400, 'malformed'],
  [{ from: 'yesterday' }, 400, 'malformed'],
  [{ from: '2026-06-16', to: '2026-06-15' }, 422, 'out_of_range'],
])('%j is refused', async (query: Record<string, string>, status, code) => {
  const { admin } = await makeTeam(t)
  const answer = await t.call('workspace.audit', { token: admin.token, query })
  expect([answer.status, answer.codes]).toEqual([status, [code]])
})

test('exports the filtered log as CSV and records the export', async () => {
  const { team } = await makeFulfilledPurchase()
  const { token } = team.admin
  await t.call('settings.update', { token, body: { name: '=cmd()' } })
  const file = await t.call('workspace.audit_csv', { token, query: { area: 'rewards' } })
  const [head, ...lines] = String(file.body).trim().split(/\r?\n/)
  expect(head).toBe('Time (UTC),Who,What,Person,Item,Access token,Details')
  expect(lines.map((line) => line.split(',')[2])).toEqual([
    'fulfilled a purchase',
    'added a reward',
  ])
  expect(lines[0]).toContain('Museum pass')
  expect((await list(team))[0]).toMatchObject({
    action: 'export.audit',
    details: { area: 'rewards' },
  })
})

test('refuses administrators without the permission', async () => {
  const team = await makeTeam(t)
  const { token } = await makeMember(t, team.workspace_id, {
    permissions: { global_administrator: true, rewards_administrator: true },
  })
  for (const name of ['workspace.audit', 'workspace.audit_csv'] as const)
    expect((await t.call(name, { token })).status).toBe(403)
})

test('sign-ins are listed when they are asked for', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  const temporary = await startSession(t.services.db.global, t.clock.now(), {
    account_id: member.account_id,
    kind: 'temporary',
    method: 'google',
  })
  await t.call('auth.create_session', {
    token: temporary,
    body: { workspace_id: team.workspace_id },
  })
  await t.call('settings.update', { token: team.admin.token, body: { limit: 10 } })
  expect(await actionsOf(team)).toEqual(['settings.update'])
  const [entry] = await list(team, { area: 'sign_ins' })
  expect(entry).toMatchObject({
    action: 'sign_in.enter',
    actor: { id: member.user_id },
    details: { method: 'google' },
  })
  expect(await actionsOf(team, { area: 'all' })).toEqual(['settings.update', 'sign_in.enter'])
})

test('exports JSON lines in the form of the API', async () => {
  const team = await makeTeam(t)
  const { token } = team.admin
  for (const limit of [10, 20]) await t.call('settings.update', { token, body: { limit } })
  const file = await t.call('workspace.audit_lines', { token, query: { area: 'workspace' } })
  expect(file.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  const lines = String(file.body).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    await list(team, { area: 'workspace' }),
  )
  expect((await list(team, { area: 'exports' }))[0]).toMatchObject({
    action: 'export.audit',
    details: { area: 'workspace', format: 'jsonl' },
  })
})
