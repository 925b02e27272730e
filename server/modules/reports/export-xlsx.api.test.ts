import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { buildRequest } from '#client/build-request.ts'
import { type RouteName, routes } from '#contract/routes/index.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp(() => ({ at: new Date('2026-06-10T12:00:00Z') }))

async function exportXlsx(team: Team, name: RouteName, query = {}, params = {}) {
  const { method, url, headers } = buildRequest(routes[name], {
    params,
    query: { format: 'xlsx', bom: 1, ...query },
    token: team.admin.token,
  })
  const reply = await t.app.inject({ method, url, headers })
  expect(reply.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  return {
    disposition: reply.headers['content-disposition'],
    rows: await readSheet(reply.rawPayload),
  }
}

async function makeThankedTeam() {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id, { first_name: '=Ada', last_name: '1+1' })
  await t.call('posts.create', {
    token: team.admin.token,
    body: {
      to_id: [member.user_id],
      value_id: team.value_id,
      score: 7,
      description: '=HYPERLINK("x")',
    },
  })
  return { team, member }
}
const day = new Date('2026-06-10T00:00:00Z')

test('posts have dates, numbers and texts that are no formulas', async () => {
  const { team } = await makeThankedTeam()
  const { disposition, rows } = await exportXlsx(team, 'posts.csv')
  expect(disposition).toBe('attachment; filename="posts.xlsx"')
  const [head, row] = rows
  const cell = (name: string) => row?.[head?.indexOf(name) ?? -1]
  expect([cell('Date'), cell('To'), cell('Points each'), cell('Message')]).toEqual([
    day,
    '=Ada 1+1',
    7,
    '=HYPERLINK("x")',
  ])
})

test('the team and a points history have dates and numbers', async () => {
  const { team, member } = await makeThankedTeam()
  const people = (await exportXlsx(team, 'users.csv')).rows
  expect(people.find((row) => row.includes(member.email))).toEqual(
    expect.arrayContaining(['=Ada', 7, day]),
  )
  const history = await exportXlsx(team, 'coins.csv', {}, { id: member.user_id })
  expect(history.rows[1]).toEqual(expect.arrayContaining([day, 7]))
})

test('every dashboard tile and the purchases are workbooks with a header', async () => {
  const { team } = await makeThankedTeam()
  const tiles = ['figures', 'leaders', 'values', 'value_trends', 'org_chart', 'unthanked']
  for (const tile of tiles) {
    const { rows } = await exportXlsx(team, 'leaderboards.csv', { tile })
    expect([tile, typeof rows[0]?.[0]]).toEqual([tile, 'string'])
  }
  const { disposition, rows } = await exportXlsx(team, 'rewards.purchases_csv')
  expect([disposition, rows.length]).toEqual(['attachment; filename="purchases.xlsx"', 1])
  const trends = await exportXlsx(team, 'leaderboards.csv', { tile: 'value_trends' })
  expect(trends.rows[1]).toEqual([day, expect.any(String), 7])
})

test('refuses an unknown format', async () => {
  const { token } = (await makeTeam(t)).admin
  const query = { format: 'ods' } as never
  expect((await t.call('posts.csv', { token, query })).codes).toEqual(['malformed'])
})

test('the audit log has no file that was refused', async () => {
  const { team } = await makeThankedTeam()
  const { token } = team.admin
  const load = (query: { from: string; to: string }) =>
    t.call('leaderboards.csv', { token, query: { tile: 'figures', ...query } })
  expect((await load({ from: '2026-06-10', to: '2026-06-01' })).status).toBe(422)
  expect((await load({ from: '2026-06-01', to: '2026-06-10' })).status).toBe(200)
  const { items } = (await t.call('workspace.audit', { token })).body
  expect(items.filter(({ action }) => action === 'export.dashboard')).toHaveLength(1)
})
