import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inboxSummaryQuery } from '#web/shared/inbox/summary.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { AwaySpace } from './AwaySpace.tsx'
import { forgetReadThanks, isAwayCardDue } from './away-card-storage.ts'

const AwayCard = lazyWithFallback(
  () => import('./AwayCard.tsx').then((code) => code.AwayCard),
  AwaySpace,
)

/** The card about thanks since the last visit. Later ones appear in a live card. */
export function AwayPanel() {
  const { data } = useQuery(inboxSummaryQuery)
  const [isDue, setDue] = useState<boolean>()
  if (data && isDue === undefined) setDue(isAwayCardDue(data.thanks))
  useEffect(() => {
    if (data) forgetReadThanks(data.thanks)
  }, [data])
  return isDue ? <AwayCard /> : null
}
