import { type ComponentType, useSyncExternalStore } from 'react'
import { CallError } from '#web/lib/client.ts'
import { Canceled } from '../errors.ts'
import { withTexts } from '../installed.ts'

export type PresenceDialogProps = { onProven: () => void; onClose: () => void }
type Request = PresenceDialogProps & { Dialog: ComponentType<PresenceDialogProps> }

const code = withTexts(() => import('#web/app/presence/PresenceDialog.tsx'), 'presence')
const listeners = new Set<() => void>()
let request: Request | null = null
let asked: Promise<void> | null = null

function show(next: Request | null): void {
  request = next
  for (const listener of listeners) listener()
}

async function openDialog(): Promise<void> {
  const { PresenceDialog } = await code()
  await new Promise<void>((resolve, reject) => {
    show({ Dialog: PresenceDialog, onProven: resolve, onClose: () => reject(new Canceled()) })
  })
}

/**
 * Opens the dialog that proves presence. Resolves once it is proven; rejects with Canceled when the
 * person closes it.
 */
export function askForPresence(): Promise<void> {
  asked ??= openDialog().finally(() => {
    asked = null
    show(null)
  })
  return asked
}

/**
 * Runs an action. Where the server asks for proof of presence, the dialog opens first, and the
 * action is repeated.
 */
export async function withPresence<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof CallError && error.has('presence_required'))) throw error
    await askForPresence()
    return action()
  }
}

/** The open request for proof, for the place in the page that shows the dialog. */
export function usePresenceRequest(): Request | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => request,
  )
}
