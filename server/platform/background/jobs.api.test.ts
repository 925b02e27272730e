import { beforeAll, expect, test } from 'vitest'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

const t = setupTestApp(() => ({ jobs: true }))

/** The jobs that run, by the ids of their imports, and what ends each of them. */
const running = new Map<string, () => void>()
const started: string[] = []

const send = (team: Team, importId: string) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    t.services.jobs.send(trx, 'run_import', {
      workspace_id: team.workspace_id,
      import_id: importId,
    }),
  )
const waitForStart = (importId: string) =>
  waitUntil(`${importId} is started`, () => started.includes(importId), 30_000)

beforeAll(async () => {
  await t.services.jobs.work(
    'run_import',
    ({ import_id: id }) =>
      new Promise((resolve) => {
        started.push(id)
        running.set(id, resolve)
      }),
  )
})

test('a long job holds up later ones of its workspace alone', async () => {
  const [large, small] = [await makeTeam(t), await makeTeam(t)]
  await send(large, 'long list')
  await waitForStart('long list')
  await send(large, 'next list')
  await send(small, 'short list')
  await waitForStart('short list')
  expect(started).toEqual(['long list', 'short list'])
  for (const end of running.values()) end()
  await waitForStart('next list')
  running.get('next list')?.()
})
