import { Suspense } from 'react'
import { usePresenceRequest } from './presence-request.ts'

/** Shows the presence dialog over whatever is on screen. */
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
