import { Suspense } from 'react'
import { usePresenceRequest } from './presence-request.ts'

/** Renders the presence dialog over the current page. */
export function PresenceHost() {
  const request = usePresenceRequest()
  if (!request) return null
  const { Dialog, onProven, onClose } = request
  return (
    <Suspense fallback={null}>
      <Dialog onProven={onProven} onClose={onClose} />
    </Suspense>
  )
}
