import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { databaseUrl } from './database.ts'
import { makeDataDir, removeDataDir } from './temporary-folders.ts'

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
  await admin.connect()
  await admin.query(`create database ${template}`)
  await migrate(databaseUrl(adminUrl, template))
  project.provide('adminUrl', adminUrl)
  project.provide('template', template)
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
    await close()
  }
}
