import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AwaySpace } from '#web/shared/inbox/AwaySpace.tsx'
import { isAwayCardDue } from '#web/shared/inbox/away.ts'
import { loadInboxOverlays } from '#web/shared/inbox/load-overlays.ts'
import { inboxSummaryQuery } from '#web/shared/inbox/summary.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'

const AwayCard = lazyWithFallback(
  () => loadInboxOverlays().then((code) => code.AwayCard),
  AwaySpace,
)

/** The card about thanks since the last visit. Later ones appear in a live card. */
export function AwayPanel() {
  const { data } = useQuery(inboxSummaryQuery)
  const [isDue, setDue] = useState<boolean>()
  if (data && isDue === undefined) setDue(isAwayCardDue(data.thanks))
  return isDue ? <AwayCard /> : null
}
