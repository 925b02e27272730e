import type { BodyOf } from '#contract/routes/index.ts'
import { type InboxKind, type InboxPreferences, inboxSwitches } from '#contract/schemas/inbox.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { toViewer } from '#server/modules/posts/viewer.ts'
import { updateUserColumns } from '#server/modules/users/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Services } from '#server/platform/services.ts'
import { findMutedKinds, type InboxReader, markItemsRead } from './queries.ts'

/** Returns the actor as the reader of its own inbox. */
export function toInboxReader(actor: Actor, at: Date): InboxReader {
  const hidden: [InboxKind, boolean][] = [
    ['comment', !actor.switches.comments],
    ['mention', !actor.switches.comments],
    ['purchase_requested', !actor.abilities.has('fulfil_purchases')],
    ['import_finished', !actor.abilities.has('manage_team')],
    ['people_sync_stopped', !actor.abilities.has('manage_team')],
    ['signature_reported', !actor.abilities.has('manage_settings')],
    ['yearly_budget', !actor.abilities.has('manage_finance')],
  ]
  return {
    ...toViewer(actor),
    at,
    hiddenKinds: hidden.flatMap(([kind, isHidden]) => (isHidden ? [kind] : [])),
  }
}

/** Marks items as read and publishes the change to the actor's other pages. */
export async function markInboxRead(
  { db, events }: Pick<Services, 'db' | 'events'>,
  actor: Actor,
  input: BodyOf<'inbox.mark_read'>,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const changed = await db.tenant(workspaceId, (trx) =>
    markItemsRead(trx, toInboxReader(actor, at), input),
  )
  if (changed) publishInboxChanged({ events }, workspaceId, [userId])
}

const toPreferences = (muted: readonly string[]) =>
  Object.fromEntries(inboxSwitches.map((kind) => [kind, !muted.includes(kind)])) as InboxPreferences

/** Mutes or unmutes kinds, and returns all of them. */
export async function changeInboxPreferences(
  { db }: Pick<Services, 'db'>,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  changes: BodyOf<'inbox.set_preferences'>,
): Promise<InboxPreferences> {
  return db.tenant(workspaceId, async (trx) => {
    const before = toPreferences(await findMutedKinds(trx, workspaceId, userId))
    const after = { ...before, ...changes }
    const muted = inboxSwitches.filter((kind) => !after[kind])
    if (Object.keys(changes).length)
      await updateUserColumns(trx, workspaceId, userId, { inbox_muted: muted })
    return toPreferences(muted)
  })
}
