import { expect, test } from 'vitest'
import { excludedTables } from '#contract/workspace-archive/excluded-tables.ts'
import { archiveNouns } from '#contract/workspace-archive/nouns.ts'
import { encryptedColumns } from '#server/platform/crypto/encrypted-columns.ts'
import { withClient } from '#tests/support/database.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { type ArchiveNoun, describeNouns } from './describe-nouns.ts'

const t = setupTestApp()

const listExported = async () =>
  (await withClient(t.ownerUrl, describeNouns)).flatMap(({ name, columns }) =>
    columns.map((column) => ({ ...column, name: `${name}.${column.name}` })),
  )

test('every tenant table is exported or excluded with a reason', async () => {
  const tables = await withClient(t.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname::text as name from pg_class where relforcerowsecurity
        and relnamespace = 'public'::regnamespace order by 1`,
    )
    return rows.map((row) => row.name)
  })
  const listed = [...Object.keys(archiveNouns), ...Object.keys(excludedTables)]
  expect(listed.toSorted()).toEqual(tables.toSorted())
  for (const text of Object.values(excludedTables)) expect(text).toMatch(/^[A-Z].*\.$/)
  for (const { description } of Object.values(archiveNouns))
    expect(description).toMatch(/^[A-Z].*\.$/)
})

test('no encrypted column and no hash of a token is exported', async () => {
  const exported = await listExported()
  const names = new Set(exported.map((column) => column.name))
  for (const { table, columns } of encryptedColumns)
    for (const column of columns) expect(names).not.toContain(`${table}.${column}`)
  expect(exported.filter((column) => column.type === 'bytea')).toEqual([])
  // Names of access tokens in the audit log, codes that administrators typed for a reward, and the
  // hash of the lines of a run.
  expect(
    [...names].filter((name) => /token|secret|hash|salt|code|password|url/.test(name)),
  ).toEqual(['purchases.code', 'payroll_runs.hash', 'audit_log.token_id', 'audit_log.token_name'])
})

test('columns that are left out exist and have a default or a value on import', async () => {
  const columns = await withClient(t.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string; needed: boolean }>(
      `select attrelid::regclass::text || '.' || attname as name, attnotnull and not atthasdef
        as needed from pg_attribute where attnum > 0 and not attisdropped`,
    )
    return new Map(rows.map((row) => [row.name, row.needed]))
  })
  const needed = Object.entries(archiveNouns).flatMap(([name, { leftOut = {} }]) =>
    Object.keys(leftOut).filter((column) => {
      expect(columns.has(`${name}.${column}`)).toBe(true)
      return columns.get(`${name}.${column}`)
    }),
  )
  expect(needed).toEqual(['trial_ends_at'])
})

test('a noun refers only to nouns before it or to itself', async () => {
  const references = await withClient(t.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string; to: string }>(
      `select replace(conrelid::regclass::text, '"', '') as name,
        replace(confrelid::regclass::text, '"', '') as to from pg_constraint
      where contype = 'f' and not condeferrable and connamespace = 'public'::regnamespace`,
    )
    return rows
  })
  const order = Object.keys(archiveNouns)
  const late = references.filter(
    ({ name, to }) =>
      order.includes(name) &&
      to !== 'accounts' &&
      !(order.includes(to) && order.indexOf(to) <= order.indexOf(name)),
  )
  // Items about imports are left out.
  expect(late).toEqual([{ name: 'inbox_items', to: 'imports' }])
})

test('prints the schema of a noun with its description and key', async () => {
  const nouns = await withClient(t.ownerUrl, describeNouns)
  const find = (name: string) => nouns.find((noun) => noun.name === name) as ArchiveNoun
  expect(JSON.parse(find('reactions').schema)).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'reactions',
    description: 'Reactions to posts. Lines are in the order of post_id, user_id, reaction.',
    type: 'object',
    properties: {
      post_id: { type: 'string', format: 'uuid' },
      user_id: { type: 'string', format: 'uuid' },
      reaction: { type: 'string' },
      created_at: {
        anyOf: [
          { type: 'string', format: 'date-time' },
          { type: 'string', enum: ['infinity', '-infinity'] },
        ],
      },
    },
    required: ['post_id', 'user_id', 'reaction', 'created_at'],
    additionalProperties: false,
  })
  expect(find('liability_days').key).toEqual(['day', 'country'])
  expect(find('settings').key).toEqual([])
})
