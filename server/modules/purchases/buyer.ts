import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** A buyer: a member, or a leaver with the link of their grace. */
export type Buyer = Pick<
  Actor,
  'workspace_id' | 'user_id' | 'timezone' | 'abilities' | 'kind' | 'session_id'
>

/** What a leaver may do: `lock` throws unless their link still opens, as of this transaction. */
export type LeaverRules = { lock: (trx: Trx) => Promise<void> }
