import {
  forbidImpersonation,
  type MountRoute,
  toIdempotentCall,
} from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { renderCertificate } from './certificate.ts'
import { changeGift, decideAward } from './change-gift.ts'
import { withdrawGift } from './decide-gift.ts'
import { loadDelegate, setDelegate } from './delegates.ts'
import { loadAwards, loadAwardsSummary, loadOwnAwards } from './load-awards.ts'
import { loadGift, loadGifts } from './load-gifts.ts'
import { archiveAward, createAward, setAwardPicture, updateAward } from './service.ts'
import { submitGift } from './submit-gift.ts'

export function mountAwards(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('awards.list', ({ actor }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadAwards(trx, actor)),
  )
  handle('awards.create', ({ actor, body, at }) => createAward(services, actor, body, at))
  handle('awards.update', ({ actor, params, body, at }) =>
    updateAward(services, actor, params.id, body, at),
  )
  handle('awards.picture', ({ actor, params, file, body, at }) =>
    setAwardPicture(services, actor, params.id, { file, remove: body.remove_picture, at }),
  )
  handle('awards.archive', ({ actor, params, at }) => archiveAward(services, actor, params.id, at))
  handle('awards.available', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadOwnAwards(trx, actor, at)),
  )
  handle('awards.summary', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadAwardsSummary(trx, actor, at)),
  )
  handle('awards.gifts', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadGifts(trx, actor, query, at)),
  )
  handle('awards.gift', ({ actor, params, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadGift(trx, actor, params.id, at)),
  )
  handle('awards.certificate', ({ actor, params, language, at }) =>
    renderCertificate(services, actor, params.id, { language, at }),
  )
  mountGiftChanges(handle, services)
  mountDelegates(handle, services)
}

function mountGiftChanges(handle: MountRoute, services: Services): void {
  handle('awards.give', (call) =>
    changeGift(services, call.actor, toIdempotentCall('awards.give', call), (trx) =>
      submitGift(trx, call.actor, call.body, call.at),
    ),
  )
  handle('awards.decide', (call) => {
    const { actor, params, body } = call
    return decideAward(services, actor, toIdempotentCall('awards.decide', call), params.id, body)
  })
  handle('awards.withdraw', (call) => {
    const { actor, params, at } = call
    return changeGift(services, actor, toIdempotentCall('awards.withdraw', call), async (trx) => ({
      id: params.id,
      change: await withdrawGift(trx, actor, params.id, at),
    }))
  })
}

function mountDelegates(handle: MountRoute, { db }: Services): void {
  handle('profiles.approval_delegate', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadDelegate(trx, actor, at)),
  )
  handle('profiles.set_approval_delegate', async ({ actor, body, at }) => {
    forbidImpersonation(actor)
    return db.tenant(actor.workspace_id, (trx) => setDelegate(trx, actor, body, at))
  })
}
