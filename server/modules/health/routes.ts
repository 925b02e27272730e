import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { findNewestMigration } from '#server/platform/database/migrate.ts'
import type { Services } from '#server/platform/services.ts'

/** Why a process takes no requests now. */
type UnreadyReason = 'stopping' | 'database' | 'migrations'

/**
 * For whoever runs the server. `/healthz`: the process lives, whatever else does not. `/readyz`: it
 * can serve: it is not stopping, the database answers within a second, and its schema is at least
 * as new as this program.
 */
export function mountHealth(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  // Forward only: a schema that was new enough once stays so.
  let migrated = false
  async function unready(): Promise<UnreadyReason | null> {
    if (app.isDraining()) return 'stopping'
    if (!(await db.isResponsive())) return 'database'
    try {
      migrated ||=
        (
          await sql`select 1 from kysely_migration where name = ${await findNewestMigration()}`.execute(
            db.global,
          )
        ).rows.length > 0
    } catch {
      return 'database'
    }
    return migrated ? null : 'migrations'
  }
  app.get('/healthz', { config: { rateLimit: 'none' } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { config: { rateLimit: 'probes' } }, async (_request, reply) => {
    const reason = await unready()
    void reply.header('cache-control', 'no-store')
    return reason
      ? reply.code(503).header('retry-after', '1').send({ status: 'unready', reason })
      : reply.send({ status: 'ready' })
  })
}
