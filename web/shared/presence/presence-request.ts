import { type ComponentType, useSyncExternalStore } from 'react'
import { ApiCallError } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { CanceledError } from '#web/shared/errors/error-messages.ts'
import { withMessages } from '#web/shared/load-code.ts'

export type PresenceDialogProps = { onProven: () => void; onClose: () => void }
type PresenceRequest = PresenceDialogProps & { Dialog: ComponentType<PresenceDialogProps> }

const loadPresenceDialog = withMessages(
  () => import('#web/shared/presence/PresenceDialog.tsx'),
  'presence',
)
const listeners = new Set<() => void>()
let currentRequest: PresenceRequest | null = null
let pendingProof: Promise<void> | null = null

function setRequest(next: PresenceRequest | null): void {
  currentRequest = next
  for (const listener of listeners) listener()
}

async function openDialog(): Promise<void> {
  const { PresenceDialog } = await loadPresenceDialog()
  let stopWatching = () => {}
  await new Promise<void>((resolve, reject) => {
    const cancel = () => reject(new CanceledError())
    // The dialog is outside of the page that the end of the session leaves.
    stopWatching = session.onEnd(cancel)
    setRequest({ Dialog: PresenceDialog, onProven: resolve, onClose: cancel })
  }).finally(() => stopWatching())
}

/**
 * Opens the presence dialog. Resolves once presence is proven; rejects with CanceledError when the
 * person closes it or the session ends. Concurrent callers share the dialog.
 */
export function requestPresenceProof(): Promise<void> {
  pendingProof ??= openDialog().finally(() => {
    pendingProof = null
    setRequest(null)
  })
  return pendingProof
}

/**
 * Runs an action. If the server requires proof of presence, opens the dialog and runs the action
 * again.
 */
export async function withPresenceProof<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof ApiCallError && error.has('presence_required'))) throw error
    await requestPresenceProof()
    return action()
  }
}

/** Returns the open request for PresenceHost, or null. */
export function usePresenceRequest(): PresenceRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => currentRequest,
  )
}
