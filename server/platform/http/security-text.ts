import type { FastifyInstance } from 'fastify'
import { dayMs } from '#contract/durations.ts'
import type { Services } from '#server/platform/services.ts'

const validMs = 90 * dayMs

/**
 * Mounts /.well-known/security.txt (RFC 9116), which tells finders of vulnerabilities whom to
 * contact. Without SECURITY_CONTACT there is none.
 */
export function mountSecurityText(app: FastifyInstance, { config, clock }: Services): void {
  const { securityContact, publicUrl } = config
  if (securityContact === null) return
  const path = '/.well-known/security.txt'
  app.get(path, { config: { rateLimit: 'address' } }, (_, reply) => {
    const expires = new Date(clock.now().getTime() + validMs).toISOString()
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        `Contact: ${securityContact}\nExpires: ${expires}\nCanonical: ${publicUrl}${path}\nPreferred-Languages: en\n`,
      )
  })
}
