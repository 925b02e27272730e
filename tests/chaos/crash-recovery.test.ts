import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataFolder, findFreePort, killDatabase, type Server, startServer } from './server.ts'
import { embeddedOwnerUrl } from '#tests/support/embedded-database.ts'
import { type Load, makeWorkloadTeam, startLoad, verifyLoad } from './load.ts'
import { reportMeasurement, deadlineMs, durationSeconds } from './duration.ts'

/**
 * kill -9 under load of 16 clients, on disks that keep what they are told (promise 7): nothing
 * acknowledged is lost, nothing is half done, one key has one effect, and everything is back within
 * five seconds.
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

/** Lets `harm` happen again and again while there is work, and looks at what is left. */
async function runUnderLoad(name: string, harm: (turn: number) => Promise<void>): Promise<void> {
  const ownerUrl = embeddedOwnerUrl(dataDir)
  const crowd = await makeWorkloadTeam(ownerUrl)
  const load: Load = startLoad(crowd, () => [server.url])
  let worst = 0
  let turns = 0
  await load.retries()
  for (
    const until = performance.now() + durationSeconds(1) * 1_000;
    turns === 0 || performance.now() < until;
    turns += 1
  ) {
    await sleep(200 + Math.random() * 600)
    await harm(turns)
    worst = Math.max(worst, await load.retries())
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
  await verifyLoad(ownerUrl, crowd, load)
  expect(load.posts.size).toBeGreaterThan(0)
  expect(load.lost + load.refused).toBeGreaterThan(0)
  expect(worst).toBeLessThan(deadlineMs(5_000))
}
const longTimeout = { timeout: (durationSeconds(1) * 2 + 200) * 1_000 }

test('kill-server: nothing acknowledged is lost, and it is back', longTimeout, () =>
  runUnderLoad('kill-server', restart),
)

test('kill-database: the server starts it again and goes on', longTimeout, () =>
  runUnderLoad('kill-database', (turn) => {
    // Once the whole of it, as when a machine runs out of memory, once the process that watches
    // over the others.
    killDatabase(dataDir, turn % 2 === 0)
    return Promise.resolve()
  }),
)

test('kill-both: the next start recovers the database', longTimeout, () =>
  runUnderLoad('kill-both', (turn) => {
    killDatabase(dataDir, turn % 2 === 0)
    return restart()
  }),
)
