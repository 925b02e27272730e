import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { decideReport, loadReports, reportSignature } from './reports.ts'
import {
  hideSignature,
  loadCard,
  loadCards,
  setSignaturePicture,
  signCard,
  unsignCard,
} from './service.ts'

export function mountGroupCards(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('group_cards.list', ({ actor, query }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadCards(trx, actor, query.filter)),
  )
  handle('group_cards.get', ({ actor, params }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadCard(trx, actor, params.id)),
  )
  handle('group_cards.sign', ({ actor, params, body, at }) =>
    signCard(services, actor, { id: params.id, text: body.text }, at),
  )
  handle('group_cards.picture', ({ actor, params, file, body, at }) =>
    setSignaturePicture(services, actor, params.id, { file, remove: body.remove_picture, at }),
  )
  handle('group_cards.unsign', ({ actor, params }) => unsignCard(services, actor, params.id))
  handle('group_cards.hide', ({ actor, params, body, at }) =>
    hideSignature(
      services,
      actor,
      { id: params.id, userId: params.user_id, hidden: body.hidden },
      at,
    ),
  )
  handle('group_cards.report', ({ actor, params, at }) =>
    reportSignature(services, actor, { id: params.id, userId: params.user_id }, at),
  )
  handle('group_cards.reported', ({ actor }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadReports(trx, actor.workspace_id)),
  )
  handle('group_cards.decide', ({ actor, params, body, at }) =>
    decideReport(services, actor, { id: params.id, userId: params.user_id }, body, at),
  )
}
