import type { TestProject } from 'vitest/node'
import { databaseUrl, withClient } from '#tests/support/database.ts'
import { startApp } from './app-under-test.ts'

declare module 'vitest' {
  interface ProvidedContext {
    demoTemplate: string
  }
}

/**
 * Creates a second template besides the migrated one: with the demo team, by starting the product
 * on it once.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, template } = project.getProvidedContext()
  const demoTemplate = `${template}_demo`
  const admin = (text: string) => withClient(adminUrl, (client) => client.query(text))
  await admin(`create database ${demoTemplate} template ${template} strategy file_copy`)
  const product = await startApp({ DATABASE_URL: databaseUrl(adminUrl, demoTemplate) })
  await product.stop()
  project.provide('demoTemplate', demoTemplate)
  return async () => {
    await admin(`drop database if exists ${demoTemplate} with (force)`)
  }
}
