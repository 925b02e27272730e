// The feed's own statements (session, then page) behind a bare Fastify route, without validation,
// presenters or headers.
import { createHash } from 'node:crypto'
import fastify from 'fastify'
import { connectDatabase } from '#server/platform/database/database.ts'
import { compileFeedQuery } from '#server/modules/posts/feed-queries.ts'

const [url = '', workspaceId = '', userId = ''] = process.argv.slice(2)
const db = connectDatabase({ url })
const query = compileFeedQuery(
  db.global,
  { workspaceId, userId, seesPrivatePosts: false },
  {},
  undefined,
  20,
)
const app = fastify({ logger: false })
app.get('/feed', async (request) => {
  const token = createHash('sha256')
    .update((request.headers.authorization ?? '').slice(7))
    .digest()
  await db.call('session_enter', 'select * from session_enter($1, $2)', [token, new Date()])
  return db.read(workspaceId, query)
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
