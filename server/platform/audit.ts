import type { Trx } from './database.ts'
import { newId } from './ids.ts'
import type { Actor } from './sessions.ts'

/** Who did it: a user in their session, an operator in somebody's place, or (without a user) the command line. */
type Doer = Pick<Actor, 'workspace_id' | 'kind'> & { user_id: string | null }

/** Writes what an administrator did, in the transaction that does it. `details` holds ids and values, never secrets. */
export async function audit(trx: Trx, actor: Doer, action: string, details: Record<string, unknown>, at: Date): Promise<void> {
  await trx.insertInto('audit_log').values({
    workspace_id: actor.workspace_id, id: newId(at), actor_id: actor.user_id, impersonated: actor.kind === 'impersonation',
    action, details: JSON.stringify(details), created_at: at,
  }).execute()
}
