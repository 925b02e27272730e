import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataFolder, freePort, killDatabase, type Server, startServer } from './house.ts'
import { databaseOf } from '../embedded-url.ts'
import { type Load, makeCrowd, startLoad, verify } from './load.ts'
import { figure, promised_ms, seconds } from './lengths.ts'

/**
 * kill -9 under load of 16 clients, on disks that keep what they are told (promise 7): nothing
 * acknowledged is lost, nothing is half done, one key has one effect, and everything is back within
 * five seconds.
 */
const { dataDir, remove } = dataFolder()
let port: number
let server: Server
beforeAll(async () => {
  port = await freePort()
  server = startServer(dataDir, port)
  await server.ready
})
afterAll(async () => {
  await server?.stop()
  await remove()
})

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
async function restart(): Promise<void> {
  await server.kill()
  server = startServer(dataDir, port)
}

/** Lets `harm` happen again and again while there is work, and looks at what is left. */
async function soak(name: string, harm: (turn: number) => Promise<void>): Promise<void> {
  const ownerUrl = databaseOf(dataDir)
  const crowd = await makeCrowd(ownerUrl)
  const load: Load = startLoad(crowd, () => [server.url])
  let worst = 0
  let turns = 0
  await load.again()
  for (
    const until = performance.now() + seconds(1) * 1_000;
    turns === 0 || performance.now() < until;
    turns += 1
  ) {
    await pause(200 + Math.random() * 600)
    await harm(turns)
    worst = Math.max(worst, await load.again())
  }
  await load.finish()
  figure(`${name}: killed`, `${turns} times, ${load.lost + load.refused} tries had no answer`)
  figure(
    `${name}: acknowledged and there`,
    `${load.posts.size + load.deleted.size} posts, ${load.deleted.size} of them deleted, ${load.purchases.size} purchases`,
  )
  figure(`${name}: back after ms, at worst`, worst)
  await verify(ownerUrl, crowd, load)
  expect(load.posts.size).toBeGreaterThan(0)
  expect(load.lost + load.refused).toBeGreaterThan(0)
  expect(worst).toBeLessThan(promised_ms(5_000))
}
const long = { timeout: (seconds(1) * 2 + 200) * 1_000 }

test('kill-server: nothing acknowledged is lost, and it is back', long, () =>
  soak('kill-server', restart),
)

test('kill-database: the server starts it again and goes on', long, () =>
  soak('kill-database', (turn) => {
    // Once the whole of it, as when a machine runs out of memory, once the process that watches
    // over the others.
    killDatabase(dataDir, turn % 2 === 0)
    return Promise.resolve()
  }),
)

test('kill-both: the next start recovers the database', long, () =>
  soak('kill-both', (turn) => {
    killDatabase(dataDir, turn % 2 === 0)
    return restart()
  }),
)
