import {
  forbidImpersonation,
  type MountRoute,
  toIdempotentCall,
} from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { announceRound } from './announce.ts'
import { loadBallot, scoreNominee, voteForNominee } from './ballot.ts'
import { startExport, streamNominationRows } from './export-rows.ts'
import { loadRounds } from './load-rounds.ts'
import { changeNomination, loadOwnNominations, nominate, withdrawNomination } from './nominate.ts'
import { loadOwnRound, loadOwnRounds, loadSummary } from './own-rounds.ts'
import { loadReport } from './report.ts'
import { excludeNominee, loadResult } from './result.ts'
import { cancelRound, createRound, updateRound } from './service.ts'
import { loadWords } from './words.ts'

export function mountNominations(handle: MountRoute, services: Services): void {
  mountRounds(handle, services)
  mountMemberReads(handle, services)
  mountMemberChanges(handle, services)
  mountBallot(handle, services)
  mountResults(handle, services)
}

function mountRounds(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('nominations.rounds', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadRounds(trx, actor, at)),
  )
  handle('nominations.create_round', ({ actor, body, at }) =>
    createRound(services, actor, body, at),
  )
  handle('nominations.update_round', ({ actor, params, body, at }) =>
    updateRound(services, actor, params.id, body, at),
  )
  handle('nominations.cancel_round', ({ actor, params, at }) =>
    cancelRound(services, actor, params.id, at),
  )
}

function mountMemberReads(handle: MountRoute, { db }: Services): void {
  handle('nominations.summary', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadSummary(trx, actor, at)),
  )
  handle('nominations.list', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadOwnRounds(trx, actor, at)),
  )
  handle('nominations.get', ({ actor, params, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadOwnRound(trx, actor, params.id, at)),
  )
  handle('nominations.own', ({ actor, params, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadOwnNominations(trx, actor, params.id, at)),
  )
  handle('nominations.words', ({ actor, query }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadWords(trx, actor, query)),
  )
}

function mountMemberChanges(handle: MountRoute, { db }: Services): void {
  handle('nominations.nominate', ({ actor, params, body, at }) =>
    db.tenant(actor.workspace_id, (trx) => nominate(trx, actor, params.id, body, at)),
  )
  handle('nominations.change', ({ actor, params, body, at }) =>
    db.tenant(actor.workspace_id, (trx) => changeNomination(trx, actor, params.id, body, at)),
  )
  handle('nominations.withdraw', async ({ actor, params, at }) => {
    await db.tenant(actor.workspace_id, (trx) => withdrawNomination(trx, actor, params.id, at))
    return undefined
  })
}

/** Scores and votes belong to a person: nobody sees or changes them in their name. */
function mountBallot(handle: MountRoute, { db }: Services): void {
  handle('nominations.ballot', async ({ actor, params, query, at }) => {
    forbidImpersonation(actor)
    return db.readSnapshot(actor.workspace_id, (trx) =>
      loadBallot(trx, actor, params.id, query, at),
    )
  })
  handle('nominations.score', async ({ actor, params, body, at }) => {
    forbidImpersonation(actor)
    return db.tenant(actor.workspace_id, (trx) => scoreNominee(trx, actor, params, body, at))
  })
  handle('nominations.vote', async ({ actor, params, body, at }) => {
    forbidImpersonation(actor)
    return db.tenant(actor.workspace_id, (trx) => voteForNominee(trx, actor, params.id, body, at))
  })
}

function mountResults(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('nominations.result', ({ actor, params, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadResult(trx, actor, params.id, at)),
  )
  handle('nominations.exclude', ({ actor, params, body, at }) =>
    db.tenant(actor.workspace_id, (trx) => excludeNominee(trx, actor, params, body, at)),
  )
  handle('nominations.announce', (call) =>
    announceRound(
      services,
      call.actor,
      call.params.id,
      call.body,
      toIdempotentCall('nominations.announce', call),
    ),
  )
  handle('nominations.report', ({ actor, params, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadReport(trx, actor, params.id, at)),
  )
  handle('nominations.csv', async ({ actor, params, language, at }) =>
    streamNominationRows(
      services,
      actor,
      await startExport(services, actor, params.id, at),
      language,
    ),
  )
}
