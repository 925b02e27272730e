import { sendCode } from '#server/modules/auth/one-time-codes.ts'
import { requireUnconfined } from '#server/modules/presence/service.ts'
import { forbidImpersonation, type MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { assertPrivateDomain, mailDomainOf } from './mail-domain.ts'
import { createJoinLink, loadJoinSettings, revokeJoinLink, setJoinDomain } from './service.ts'

/** Mounts the ways to join a team, for its administrators. */
export function mountJoining(handle: MountRoute, services: Services): void {
  handle('joining.get', ({ actor, at }) => {
    forbidImpersonation(actor)
    return loadJoinSettings(services, actor, at)
  })
  handle('joining.create_link', ({ actor, body, at }) => {
    forbidImpersonation(actor)
    return createJoinLink(services, actor, body, at)
  })
  handle('joining.revoke_link', ({ actor, at }) => {
    forbidImpersonation(actor)
    return revokeJoinLink(services, actor, at)
  })
  handle('joining.send_code', async ({ actor, body, clientAddress, language, at }) => {
    forbidImpersonation(actor)
    await requireUnconfined(services, actor)
    assertPrivateDomain(mailDomainOf(body.email))
    return {
      sig: await sendCode(services, {
        email: body.email,
        client: clientAddress,
        purpose: 'join_domain',
        language,
        at,
      }),
    }
  })
  handle('joining.set_domain', ({ actor, body, at }) => {
    forbidImpersonation(actor)
    return setJoinDomain(services, actor, body, at)
  })
}
