import { audit } from '#server/platform/audit/audit-log.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { loadAccounts, setAccounts } from './accounts.ts'
import { streamJournalRows } from './journal.ts'
import { loadRollForwardSource, resolveEndedRange, resolveRange } from './load-changes.ts'
import { loadLiability } from './load-liability.ts'
import { rollForward } from './roll-forward.ts'

export function mountLiability(handle: MountRoute, { db }: Services): void {
  handle('liability.get', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadLiability(trx, actor, query.day, at)),
  )
  handle('liability.changes', async ({ actor, query, at }) => {
    const days = resolveRange(query, toLocalDay(at, actor.timezone))
    const source = await db.readSnapshot(actor.workspace_id, (trx) =>
      loadRollForwardSource(trx, actor, days),
    )
    const { closingPoints: _, ...changes } = rollForward(source)
    return { ...days, ...changes }
  })
  handle('liability.csv', async ({ actor, query, language, at }) => {
    const days = resolveEndedRange(query, toLocalDay(at, actor.timezone))
    await db.tenant(actor.workspace_id, (trx) => audit(trx, actor, 'export.liability', days, at))
    const { source, accounts } = await db.readSnapshot(actor.workspace_id, async (trx) => ({
      source: await loadRollForwardSource(trx, actor, days),
      accounts: await loadAccounts(trx, actor, language),
    }))
    return streamJournalRows(source, accounts, { language, format: query.format })
  })
  handle('liability.accounts', ({ actor, language }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadAccounts(trx, actor, language)),
  )
  handle('liability.set_accounts', ({ actor, body, at }) =>
    db.tenant(actor.workspace_id, (trx) => setAccounts(trx, actor, body, at)),
  )
}
