import { checklistOf } from '#server/modules/workspaces/present.ts'
import { findFacts } from '#server/modules/workspaces/queries.ts'
import type { Handle } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'

/** The getting-started checklist is each person's own; its items tick themselves (see findFacts). */
export function mountChecklist(handle: Handle, { db }: Services): void {
  const dismiss = ({ workspace_id, user_id, abilities }: Actor, checklist_dismissed_at: Date | null) => db.tenant(workspace_id, async (trx) => {
    await trx.updateTable('users').set({ checklist_dismissed_at }).where('workspace_id', '=', workspace_id).where('id', '=', user_id).execute()
    return checklistOf(await findFacts(trx, workspace_id, user_id), abilities)
  })
  handle('checklist.update', ({ actor, body, at }) => dismiss(actor, body.dismissed ? at : null))
  handle('checklist.dismiss', ({ actor, at }) => dismiss(actor, at))
}
