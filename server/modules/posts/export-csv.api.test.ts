import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { addBalance, makeMember, makePost, makeTeam } from '#tests/support/factories.ts'

const t = setupTestApp()
/** Returns the lines of a file; its cells contain no line breaks. */
const linesOf = (body: unknown) => String(body).trimEnd().split('\r\n')

test('exports visible posts of the requested days and escapes formulas', async () => {
  const team = await makeTeam(t, { limit: null, timezone: 'Pacific/Kiritimati' })
  const [a, b] = [
    await makeMember(t, team.workspace_id, { first_name: '=cmd', last_name: 'One' }),
    await makeMember(t, team.workspace_id, { first_name: 'Ben', last_name: 'Two' }),
  ]
  await makePost(t, a, [b], team.value_id, 4, { description: 'Long ago' })
  t.clock.advance(3 * 86_400_000)
  const post = (description: string, hidden = false) =>
    t.call('posts.create', {
      token: a.token,
      body: { to_id: [b.user_id], value_id: team.value_id, score: 7, description, private: hidden },
    })
  await post('=SUM(A1), "quoted"')
  const secret = await post('A secret', true)
  await t.call('posts.add_on', {
    token: team.admin.token,
    params: { id: secret.body.id },
    body: { score: 2, text: 'From me too' },
  })
  const gone = await post('Gone')
  await t.call('posts.delete', { token: a.token, params: { id: gone.body.id } })
  const { body, headers } = await t.call('posts.csv', {
    token: team.admin.token,
    query: { days: 1 },
  })
  expect(linesOf(body)).toEqual([
    'Date,From,From email,To,To email,Value,Points each,Message,Likes,Private,Added to',
    expect.stringMatching(
      /^2026-06-19,First\d+ Last\d+,[^,@]+@[^,]+,Ben Two,[^,@]+@[^,]+,Teamwork,2,From me too,0,Yes,A secret$/,
    ),
    `2026-06-19,'=cmd One,${a.email},Ben Two,${b.email},Teamwork,7,A secret,0,Yes,`,
    `2026-06-19,'=cmd One,${a.email},Ben Two,${b.email},Teamwork,7,"'=SUM(A1), ""quoted""",0,No,`,
  ])
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(
    linesOf((await t.call('posts.csv', { token: team.admin.token, query: { days: 30 } })).body),
  ).toHaveLength(5)
  expect((await t.call('posts.csv', { token: a.token })).codes).toEqual(['forbidden'])
})

test('starts every file with the requested mark and translated columns', async () => {
  const team = await makeTeam(t)
  const { token, user_id: userId } = team.admin
  const ask = { token, headers: { 'accept-language': 'es' } }
  const files = [
    ['posts.csv', {}, {}, 'Fecha,De,Correo del remitente,Para'],
    ['coins.csv', { id: userId }, {}, 'Fecha,Qué pasó'],
    ['users.csv', {}, {}, 'Nombre'],
    ['rewards.purchases_csv', {}, {}, 'Fecha'],
    ...[
      'figures',
      'leaders',
      'values',
      'value_trends',
      'popular_rewards',
      'org_chart',
      'common_topics',
      'unthanked',
    ].map((tile) => ['leaderboards.csv', {}, { tile }, ''] as const),
  ] as const
  for (const [name, params, query, begin] of files) {
    for (const bom of ['0', '1']) {
      const { body, status } = await t.call(name, { ...ask, params, query: { ...query, bom } })
      expect([name, query, status]).toEqual([name, query, 200])
      expect([name, String(body).startsWith(`${bom === '1' ? '\uFEFF' : ''}${begin}`)]).toEqual([
        name,
        true,
      ])
      expect([name, String(body).lastIndexOf('\uFEFF')]).toEqual([name, bom === '1' ? 0 : -1])
      expect([name, String(body).includes('tiles.')]).toEqual([name, false])
    }
  }
})

test('exports each balance entry once over many pages', async () => {
  const team = await makeTeam(t, { limit: null })
  const [me, other] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  for (let n = 0; n < 5; n += 1) await addBalance(t, me, 10)
  await makePost(t, other, [me], team.value_id, 3)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    sql`select ledger_move(${team.workspace_id}, gen_random_uuid(), 'adjust', gen_random_uuid(),
      ${team.admin.user_id}, ${t.clock.now()}, '+bonus', false, array[${me.user_id}]::uuid[],
      array[1]::bigint[], 'issued', false) from generate_series(1, 1500)`.execute(trx),
  )
  const params = { id: me.user_id }
  const { body } = await t.call('coins.csv', { token: me.token, params })
  const lines = linesOf(body)
  expect(lines).toHaveLength(1 + 5 + 1 + 1_500)
  expect(lines[1]).toMatch(/^2026-06-18,Adjusted,,1,1553,'\+bonus,First\d+ Last\d+$/)
  expect(lines.slice(1).map((line) => Number(line.split(',')[4]))).toEqual(
    [...Array.from({ length: 1_501 }, (_, n) => 1_553 - n), 50, 40, 30, 20, 10].map((one, n) =>
      n === 1_500 ? 53 : one,
    ),
  )
  expect((await t.call('coins.csv', { token: team.admin.token, params })).body).toBe(body)
  expect((await t.call('coins.csv', { token: other.token, params })).codes).toEqual(['forbidden'])
})

test('exports the posts between two days, both included', async () => {
  const team = await makeTeam(t, { limit: null })
  const [a, b] = [await makeMember(t, team.workspace_id), await makeMember(t, team.workspace_id)]
  const first = Temporal.PlainDate.from(t.clock.now().toISOString().slice(0, 10))
  for (const description of ['Day 0', 'Day 1', 'Day 2', 'Day 3']) {
    await makePost(t, a, [b], team.value_id, 1, { description })
    t.clock.advance(86_400_000)
  }
  const day = (days: number) => first.add({ days }).toString()
  const file = async (query: Record<string, string | number>) => {
    const { body, codes } = await t.call('posts.csv', { token: team.admin.token, query })
    return codes.length ? codes : linesOf(body).flatMap((line) => /Day \d/.exec(line) ?? [])
  }
  expect(await file({ from: day(1), to: day(2) })).toEqual(['Day 2', 'Day 1'])
  expect(await file({ to: day(1), days: 1 })).toEqual(['Day 1'])
  expect(await file({ from: day(2), to: day(1) })).toEqual(['out_of_range'])
  expect(await file({ from: '0000-01-01' })).toEqual(['malformed'])
  expect(await file({ to: '0001-01-09', days: 30 })).toEqual([])
  expect(await file({ from: '0001-01-01', to: day(1) })).toEqual(['Day 1', 'Day 0'])
})

test('leaves emails out of files for readers who cannot see the team', async () => {
  const team = await makeTeam(t, { limit: null })
  const buyer = await makeMember(t, team.workspace_id)
  const clerk = await makeMember(t, team.workspace_id, {
    permissions: { rewards_administrator: true },
  })
  const head = async (token: string) =>
    linesOf((await t.call('rewards.purchases_csv', { token })).body)[0]
  expect(await head(clerk.token)).toMatch(/^Date,Buyer,Reward,/)
  expect(await head(team.admin.token)).toMatch(/^Date,Buyer,Buyer email,Reward,/)
  await makePost(t, clerk, [buyer], team.value_id, 5)
  const { body } = await t.call('leaderboards.csv', {
    token: team.admin.token,
    query: { tile: 'leaders' },
  })
  expect(linesOf(body)[1]).toContain(`,${buyer.email},5,100`)
})
