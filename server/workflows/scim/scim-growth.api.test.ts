import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { connectScim, type ScimClient } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { enterpriseUrn } from './attributes.ts'

/** The first cycle of a provider: the work for each person does not depend on the people before. */
const t = setupTestApp()
let team: Team
let scim: ScimClient
beforeEach(async () => {
  team = await makeTeam(t)
  scim = await connectScim(t, team)
})
const send = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => send.mockRestore())
/** Returns the statements so far, without notifications, which follow the commit. */
const listStatements = () =>
  send.mock.calls
    .map(([query]) => {
      const text = typeof query === 'string' ? query : (query as unknown as { text: string }).text
      return text.replaceAll(/\s+/g, ' ').slice(0, 60)
    })
    .filter((text) => !text.startsWith('select pg_notify'))
const addressOf = (name: string) => `${name}@northwind.example`
async function create(name: string, enterprise: object = {}): Promise<string> {
  const userName = addressOf(name)
  const found = await scim(
    'GET',
    `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`,
  )
  expect(found.body.totalResults).toBe(0)
  const { status, body } = await scim('POST', '/Users', {
    userName,
    externalId: name,
    name: { givenName: 'Ida', familyName: 'Berg' },
    active: true,
    [enterpriseUrn]: { employeeNumber: name, costCenter: '1', ...enterprise },
  })
  expect([status, body.detail]).toEqual([201, undefined])
  return body.id as string
}
/** Returns the statements of a look-up and a creation. */
async function recordCreation(name: string, enterprise: object = {}): Promise<string[]> {
  const before = listStatements().length
  await create(name, enterprise)
  return listStatements().slice(before)
}

/** Adds 3,000 provisioned people with an employee number each, who wait for a manager. */
async function addWaitingPeople(): Promise<void> {
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    await sql`
      insert into users (workspace_id, id, email, first_name, state, employee_number, created_at)
      select ${team.workspace_id}, gen_random_uuid(), 'w' || n || '@northwind.example', 'Ida',
        case when n % 2 = 0 then 'pending' else 'accepted' end, 'W' || n, now()
      from generate_series(1, 3000) n`.execute(trx)
    await sql`
      insert into waiting_managers (workspace_id, user_id, reference)
      select workspace_id, id, 'nobody' || id || '@northwind.example' from users
      where workspace_id = ${team.workspace_id} and employee_number like 'W%'`.execute(trx)
    await sql`
      insert into scim_users (workspace_id, user_id, external_id, changed_at)
      select workspace_id, id, email, now() from users
      where workspace_id = ${team.workspace_id} and employee_number like 'W%'
      on conflict do nothing`.execute(trx)
  })
  // Autovacuum does this within a minute.
  const owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
  await owner.query('analyze users, waiting_managers, scim_users')
  await owner.end()
}

test('a person in a team of thousands takes the statements of the third', async () => {
  const bossId = await create('boss', { department: 'Sales' })
  // Each form of a person, with a department or a manager that the team has, lacks or awaits.
  const forms: [string, (n: number) => object][] = [
    ['plain', () => ({})],
    ['department', () => ({ department: 'Sales' })],
    ['new', (n) => ({ department: `Department ${n}` })],
    ['managed', () => ({ department: 'Sales', manager: { value: bossId } })],
    ['addressed', () => ({ manager: addressOf('boss') })],
    ['waiting', (n) => ({ manager: addressOf(`missing${n}`) })],
  ]
  const record = async (n: number) => {
    const statements: string[][] = []
    for (const [name, form] of forms) statements.push(await recordCreation(`${name}${n}`, form(n)))
    return statements
  }
  await record(0)
  const third = await record(1)
  expect(await record(2)).toEqual(third)
  await addWaitingPeople()
  expect(await record(3)).toEqual(third)
})

test('an arriving manager takes the statements of the first one', async () => {
  const recordArrival = async (name: string) => {
    await create(`first-of-${name}`, { manager: addressOf(name) })
    await create(`second-of-${name}`, { manager: addressOf(name) })
    return recordCreation(name)
  }
  await recordArrival('a')
  const early = await recordArrival('b')
  await addWaitingPeople()
  expect(await recordArrival('c')).toEqual(early)
  const { body } = await scim('GET', '/Users?filter=externalId eq "second-of-c"')
  expect(body.Resources[0][enterpriseUrn].manager.displayName).toBe('Ida Berg')
})

/** Returns the highest number of rows that a part of a statement's plan reads. */
async function countPlanRows(query: string, values: unknown[]): Promise<number> {
  const rows = await t.services.db.tenant(team.workspace_id, async (trx) => {
    const explained = await trx.executeQuery<{ 'QUERY PLAN': string }>({
      ...sql`select 1`.compile(trx),
      sql: `explain (analyze, costs off, timing off, summary off) ${query}`,
      parameters: values,
    })
    return explained.rows.map((row) => row['QUERY PLAN'])
  })
  const counted = [...rows.join('\n').matchAll(/actual rows=([\d.]+)|Removed by \D*: (\d+)/g)]
  return Math.max(...counted.map(([, read, removed]) => Number(read ?? removed)))
}

test('a creation reads few rows in a team of thousands', async () => {
  await create('boss')
  await addWaitingPeople()
  await create('report', { manager: addressOf('late') })
  const before = send.mock.calls.length
  await create('late', { department: 'Sales', manager: 'BOSS' })
  const reads = send.mock.calls.slice(before).flatMap((call) => {
    const [query, values] = call as unknown as [string, unknown[] | undefined]
    return /^\s*(select|with)\b/.test(query) && !query.includes('pg_notify')
      ? [{ query, values: values ?? [] }]
      : []
  })
  expect(reads.length).toBeGreaterThan(10)
  for (const { query, values } of reads)
    expect.soft(await countPlanRows(query, values), query).toBeLessThan(20)
})
