import { type MountRoute, toIdempotentCall } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import {
  findTeamTimezone,
  loadAccount,
  loadLeaverTaxNote,
  loadThanks,
  openGrace,
} from './account.ts'
import { loadBadges, renderBadge } from './badges.ts'
import { changeGrace } from './change-grace.ts'
import { redeemAsLeaver } from './redeem.ts'
import { renderThanksPdf } from './thanks-pdf.ts'

/** Mounts the page of a leaver, whose token opens these calls only, and changes to graces. */
export function mountLeaverGrace(handle: MountRoute, services: Services): void {
  handle('leavers.change', (call) =>
    changeGrace(
      services,
      call.actor,
      call.params.id,
      call.body.action,
      toIdempotentCall('leavers.change', call),
    ),
  )
  handle('leavers.open', async ({ body, at }) =>
    loadAccount(services, await openGrace(services, body.token, at), at),
  )
  handle('leavers.redeem', (call) => redeemAsLeaver(services, call))
  handle('leavers.tax_note', async ({ body, language, at }) =>
    loadLeaverTaxNote(services, await openGrace(services, body.token, at), {
      rewardId: body.reward_id,
      language,
      at,
    }),
  )
  handle('leavers.thanks', async ({ body, at }) =>
    loadThanks(services, await openGrace(services, body.token, at)),
  )
  handle('leavers.thanks_pdf', async ({ body, language, at }) => {
    const grace = await openGrace(services, body.token, at)
    const timezone = await findTeamTimezone(services, grace)
    return renderThanksPdf(await loadThanks(services, grace), { language, timezone, at })
  })
  handle('leavers.badges', async ({ body, at }) =>
    loadBadges(services, await openGrace(services, body.token, at)),
  )
  handle('leavers.badge_file', async ({ body, language, at }) => {
    const grace = await openGrace(services, body.token, at)
    return renderBadge(services, grace, body.value_id, { language, at })
  })
}
