// Thousands of open pages on one process: the memory of each, and the time until a post has reached
// all of them.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { hashToken } from '#server/platform/ids.ts'
import { median, openEnvironment, startScript } from './environment.ts'
import { runClosedLoop } from './load-generator.ts'
import { seedWorkspace } from './seed.ts'

const pages = Number(process.env['BENCH_PAGES'] ?? 5_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const kilobytesMax = 64
const deliveryMsMax = 1_000

const environment = await openEnvironment()
const seedData = await seedWorkspace(environment.ownerUrl, 5_000, pages)
const tokens = Array.from({ length: pages }, (_, n) => `bench-session-of-page-${n}-of-all`)

/** Creates a session for each person of the team. */
async function createSessions(): Promise<void> {
  const owner = new pg.Client({ connectionString: environment.ownerUrl })
  await owner.connect()
  await owner.query(
    `insert into sessions (token_hash, id, account_id, kind, workspace_id, user_id, created_at,
      seen_at, expires_at)
    select hash, gen_random_uuid(), b.account, 'session', $1, b.id, now(), now(),
      now() + interval '20 days'
    from unnest($2::bytea[]) with ordinality as one (hash, n) join bench_users b using (n)`,
    [seedData.workspace, tokens.map(hashToken)],
  )
  await owner.end()
}

const server = await startScript('server-process.ts', [environment.ownerUrl], { gc: true })
const { port } = new URL(server.url)

async function readMemory(): Promise<{ heap: number; rss: number }> {
  const reply = once(server.child, 'message')
  server.child.send('memory')
  return (await reply)[0] as { heap: number; rss: number }
}

/** Counts the events of each page. `waiting` are the pages that have not received the next one. */
let waiting = new Set<Socket>()
let onAll = () => {}
/** Opens a page. Resolves when its stream is open. */
const openPage = (token: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `GET /api/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`,
    )
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      if (text.includes('event: open')) resolve(socket)
      else if (text.includes('"posts') && waiting.delete(socket) && !waiting.size) onAll()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a stream was closed')))
  })

/** Creates a post. Returns the milliseconds until every page knows of it. */
async function measureDelivery(sockets: Socket[]): Promise<number> {
  waiting = new Set(sockets)
  const all = new Promise<void>((resolve) => {
    onAll = resolve
  })
  const start = performance.now()
  let isSent = false
  await runClosedLoop(1, 0.001, () => {
    if (isSent) return Promise.resolve(undefined)
    isSent = true
    return {
      method: 'POST',
      url: `${server.url}/api/posts`,
      headers: {
        authorization: `Bearer ${seedData.tokens[0]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        to_id: [seedData.users[1]],
        value_id: seedData.values[0],
        score: 1,
        description: 'Thank you for the careful work',
      }),
    }
  })
  await all
  return performance.now() - start
}

await createSessions()
await runClosedLoop(16, 2, (n) => ({
  method: 'GET',
  url: `${server.url}/api/posts`,
  headers: { authorization: `Bearer ${tokens[n]}` },
}))
const before = await readMemory()
const startedAt = performance.now()
const sockets: Socket[] = []
for (let start = 0; start < pages; start += 100)
  sockets.push(...(await Promise.all(tokens.slice(start, start + 100).map(openPage))))
const openedMs = performance.now() - startedAt
const after = await readMemory()
const kilobytes = (kind: 'heap' | 'rss') => (after[kind] - before[kind]) / pages / 1_024

const times: number[] = []
for (let n = 0; n < rounds; n += 1) {
  times.push(await measureDelivery(sockets))
  await new Promise((resolve) => setTimeout(resolve, 500))
}
const isLean = kilobytes('rss') <= kilobytesMax
const isFast = median(times) <= deliveryMsMax
console.log(`${pages} open pages of one team on one process, opened in ${(openedMs / 1_000).toFixed(1)} s
  memory of a page      ${kilobytes('rss').toFixed(1)} kB, of it heap ${kilobytes('heap').toFixed(1)} kB (at most ${kilobytesMax} kB)   ${isLean ? 'pass' : 'FAIL'}
  a post reaches all    ${median(times).toFixed(0)} ms, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} (at most ${deliveryMsMax} ms)   ${isFast ? 'pass' : 'FAIL'}`)
for (const socket of sockets) socket.removeAllListeners().destroy()
server.stop()
await environment.stop()
process.exit(isLean && isFast ? 0 : 1)
