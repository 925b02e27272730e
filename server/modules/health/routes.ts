import type { FastifyInstance } from 'fastify'
import { findNewestMigration } from '#server/platform/database/migrate.ts'
import type { Services } from '#server/platform/services.ts'
import { isMigrationApplied } from './queries.ts'

/** Reason of a failed readiness probe. */
type UnreadyReason = 'stopping' | 'database' | 'migrations'

/**
 * Mounts the probes. `/healthz` (liveness) always answers 200. `/readyz` (readiness) answers 503
 * while the process stops, the database takes over a second, or the schema is older than the code.
 */
export function mountHealth(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  // Migrations only go forward, so a positive result is cached.
  let isMigrated = false
  async function findUnreadyReason(): Promise<UnreadyReason | null> {
    if (app.isDraining()) return 'stopping'
    if (!(await db.isResponsive())) return 'database'
    try {
      isMigrated ||= await isMigrationApplied(db.global, await findNewestMigration())
    } catch {
      return 'database'
    }
    return isMigrated ? null : 'migrations'
  }
  app.get('/healthz', { config: { rateLimit: 'none' } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { config: { rateLimit: 'probes' } }, async (_request, reply) => {
    const reason = await findUnreadyReason()
    void reply.header('cache-control', 'no-store')
    return reason
      ? reply.code(503).header('retry-after', '1').send({ status: 'unready', reason })
      : reply.send({ status: 'ready' })
  })
}
