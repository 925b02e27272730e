import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { withClient } from '#tests/support/database.ts'
import { copyIn, copyOut } from './copy-streams.ts'

const url = () => inject('adminUrl')
const createTable = 'create temporary table copied (n int, t text)'
const copyIntoTable = 'copy copied from stdin'
const manyRows = `copy (select n, repeat('x', 1000) from generate_series(1, 100000) n) to stdout`

async function* chunks(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}
const countRows = async (client: pg.Client) =>
  (await client.query<{ count: number }>('select count(*)::int as count from copied')).rows[0]
    ?.count

test('copies rows in and out, and counts them', async () => {
  await withClient(url(), async (client) => {
    await client.query(createTable)
    expect(await copyIn(client, copyIntoTable, chunks())).toBe(0)
    expect(await copyIn(client, copyIntoTable, chunks('1\ta\n2', '\tb\n', '3\tc\n'))).toBe(3)
    expect(await text(copyOut(client, 'copy copied to stdout'))).toBe('1\ta\n2\tb\n3\tc\n')
    expect(await countRows(client)).toBe(3)
  })
})

test('throws the error of the source and copies nothing', async () => {
  async function* failing() {
    yield Buffer.from('1\ta\n')
    throw new Error('the file is damaged')
  }
  await withClient(url(), async (client) => {
    await client.query(createTable)
    await expect(copyIn(client, copyIntoTable, failing())).rejects.toThrow('the file is damaged')
    expect(await countRows(client)).toBe(0)
  })
})

test('throws the error of the database and ends a long source', async () => {
  let yielded = 0
  async function* endless() {
    for (;;) {
      yielded += 1
      yield Buffer.from(`${yielded === 10 ? 'none' : yielded}\t${'a'.repeat(50_000)}\n`)
    }
  }
  await withClient(url(), async (client) => {
    await client.query(createTable)
    await expect(copyIn(client, copyIntoTable, endless())).rejects.toMatchObject({ code: '22P02' })
    await expect(copyIn(client, 'copy missing from stdin', endless())).rejects.toMatchObject({
      code: '42P01',
    })
    expect(await countRows(client)).toBe(0)
  })
})

test('throws the error of a query that cannot be copied out', async () => {
  await withClient(url(), async (client) => {
    await expect(
      text(copyOut(client, 'copy (select 1 / (2 - n) from generate_series(1, 2) n) to stdout')),
    ).rejects.toMatchObject({ code: '22012' })
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

test('closes the connection of an output that is not read to its end', async () => {
  await withClient(url(), async (client) => {
    const output = copyOut(client, manyRows)
    await once(output, 'readable')
    output.destroy()
  })
})

test('throws when the connection is lost during a copy', async () => {
  await withClient(url(), async (admin) => {
    const client = new pg.Client({ connectionString: url() })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const output = copyOut(client, manyRows)
    await once(output, 'readable')
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await expect(text(output)).rejects.toThrow(/terminat/)
    await client.end()
  })
})
