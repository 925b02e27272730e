import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#server/platform/net/free-port.ts'
import { createDataFolder, killDatabase, type Server, startServer } from './server.ts'
import { embeddedOwnerUrl } from '#tests/support/embedded-database.ts'
import { type Load, makeWorkloadTeam, startLoad, verifyLoad } from './load.ts'
import { reportMeasurement, deadlineMs, durationSeconds } from './duration.ts'

/**
 * kill -9 under load of 16 clients with durable writes (promise 7): every acknowledged write exists
 * completely and once per key, and the server responds again within five seconds.
 */
const { dataDir, remove } = createDataFolder()
let port: number
let server: Server
beforeAll(async () => {
  port = await findFreePort()
  server = startServer(dataDir, port)
  await server.ready
})
afterAll(async () => {
  await server?.stop()
  await remove()
})

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
async function restart(): Promise<void> {
  await server.kill()
  server = startServer(dataDir, port)
}

/** Applies `harm` repeatedly under load, then verifies the data. */
async function runUnderLoad(
  name: string,
  injectFault: (round: number) => Promise<void>,
): Promise<void> {
  const ownerUrl = embeddedOwnerUrl(dataDir)
  const workload = await makeWorkloadTeam(ownerUrl)
  const load: Load = startLoad(workload, () => [server.url])
  let worst = 0
  let turns = 0
  await load.waitForAck()
  for (
    const until = performance.now() + durationSeconds(1) * 1_000;
    turns === 0 || performance.now() < until;
    turns += 1
  ) {
    await sleep(200 + Math.random() * 600)
    await injectFault(turns)
    worst = Math.max(worst, await load.waitForAck())
  }
  await load.finish()
  reportMeasurement(
    `${name}: killed`,
    `${turns} times, ${load.lost + load.refused} tries had no answer`,
  )
  reportMeasurement(
    `${name}: acknowledged and there`,
    `${load.posts.size + load.deleted.size} posts, ${load.deleted.size} of them deleted, ${load.purchases.size} purchases`,
  )
  reportMeasurement(`${name}: back after ms, at worst`, worst)
  await verifyLoad(ownerUrl, workload, load)
  expect(load.posts.size).toBeGreaterThan(0)
  expect(load.lost + load.refused).toBeGreaterThan(0)
  expect(worst).toBeLessThan(deadlineMs(5_000))
}
const longTimeout = { timeout: (durationSeconds(1) * 2 + 200) * 1_000 }

test('kill-server: a killed server loses no acknowledged write', longTimeout, () =>
  runUnderLoad('kill-server', restart),
)

test('kill-database: the server restarts its killed database', longTimeout, () =>
  runUnderLoad('kill-database', (round) => {
    // Alternates between killing every process, as when memory runs out, and only the postmaster.
    killDatabase(dataDir, round % 2 === 0)
    return Promise.resolve()
  }),
)

test('kill-both: the next start recovers the database', longTimeout, () =>
  runUnderLoad('kill-both', (round) => {
    killDatabase(dataDir, round % 2 === 0)
    return restart()
  }),
)
