import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { shard } from '#server/platform/database/sharding.ts'
import { databaseUrl, withClient, workerUrls } from './database.ts'
import { makeDataDir, removeDataDir } from './temporary-folders.ts'

/**
 * Creates the same database on each worker and introduces the nodes to each other, as an operator
 * does before the first migration.
 */
async function joinNodes(adminUrl: string, name: string): Promise<void> {
  const nodes = [adminUrl, ...workerUrls]
  for (const node of workerUrls)
    await withClient(node, (client) => client.query(`create database ${name}`))
  for (const node of nodes)
    await withClient(databaseUrl(node, name), (client) => client.query('create extension citus'))
  await withClient(databaseUrl(adminUrl, name), async (coordinator) => {
    const addressOf = (url: string) => [new URL(url).hostname, Number(new URL(url).port)]
    await coordinator.query('select citus_set_coordinator_host($1, $2)', addressOf(adminUrl))
    for (const node of workerUrls)
      await coordinator.query('select citus_add_node($1, $2)', addressOf(node))
    // Citus connects to workers as the role of the query.
    await coordinator.query(`do $$ begin create role laurel_app login;
      exception when duplicate_object then alter role laurel_app login; end $$`)
  })
}

/** Distributes the template, and keeps Citus from connecting to it while it is copied. */
async function shardTemplate(adminUrl: string, name: string): Promise<void> {
  await shard(databaseUrl(adminUrl, name))
  for (const node of [adminUrl, ...workerUrls])
    await withClient(node, (client) =>
      client.query(`alter database ${name} allow_connections false`),
    )
}

/**
 * Starts a temporary PostgreSQL for the run (or uses DATABASE_URL) and creates the migrated
 * template that each test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL']
  let adminUrl: string
  let close: () => Promise<void> = () => Promise.resolve()
  if (given) adminUrl = given
  else {
    const dataDir = makeDataDir('laurel-pg-')
    const embedded = await startEmbeddedDatabase({ dataDir, durable: false })
    adminUrl = databaseUrl(embedded.ownerUrl, 'postgres')
    close = async () => {
      await embedded.stop()
      await removeDataDir(dataDir)
    }
  }
  const template = `laurel_template_${randomBytes(5).toString('hex')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  // A lost connection fails the tests that need it, not the run.
  admin.on('error', () => {})
  await admin.connect()
  if (!given) {
    // A table that was analyzed while it was empty gets slow plans in the next file.
    await admin.query('alter system set autovacuum = off')
    await admin.query('select pg_reload_conf()')
  }
  await admin.query(`create database ${template}`)
  if (workerUrls.length) await joinNodes(adminUrl, template)
  await migrate(databaseUrl(adminUrl, template))
  if (workerUrls.length) await shardTemplate(adminUrl, template)
  project.provide('adminUrl', adminUrl)
  project.provide('template', template)
  project.provide('isDatabaseGiven', given !== undefined)
  return async () => {
    for (const node of [adminUrl, ...workerUrls])
      await withClient(node, async (client) => {
        const { rows } = await client.query<{ datname: string }>(
          `select datname from pg_database where starts_with(datname, '${template}')`,
        )
        for (const { datname } of rows)
          await client.query(`drop database if exists ${datname} with (force)`)
      })
    await admin.end()
    await close()
  }
}
