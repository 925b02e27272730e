import { useState } from 'react'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { InvitationPlan } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import { addDays } from '#web/lib/add-days.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useCan, useConfig } from '#web/shared/config.ts'

/**
 * Returns when to invite, with which message, whether sample people are removed first,
 * whether new departments and locations are created, and whether leavers are deactivated.
 */
export function useInviteChoice(hasNewGroups: boolean) {
  const {
    settings: { timezone },
    demo_data: hasDemoData,
  } = useConfig()
  const can = useCan()
  const today = todayInTimezone(timezone)
  const days = { first: addDays(today, 1), last: addDays(today, limits.invite_plan_days) }
  const [when, setWhen] = useState<InvitationPlan['when']>('now')
  const [date, setDate] = useState(days.first)
  const [message, setMessage] = useState('')
  const offersDemoRemoval = hasDemoData && can('remove_demo_data')
  const [removesDemo, setRemovesDemo] = useState(true)
  const [createsGroups, setCreatesGroups] = useState(true)
  const [deactivates, setDeactivates] = useState(false)
  const body: BodyInputOf<'imports.start'> = {
    invitations: when === 'date' ? { when, date } : { when },
    message: when === 'later' ? '' : message,
    ...(hasNewGroups ? { create_groups: createsGroups } : {}),
    ...(deactivates ? { deactivate: true } : {}),
  }
  return {
    when,
    setWhen,
    date,
    setDate,
    days,
    timezone,
    message,
    setMessage,
    offersDemoRemoval,
    removesDemo: offersDemoRemoval && removesDemo,
    setRemovesDemo,
    createsGroups,
    setCreatesGroups,
    deactivates,
    setDeactivates,
    body,
  }
}
export type InviteChoice = ReturnType<typeof useInviteChoice>
