import { Button } from '@mantine/core'
import { useState } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { withMessages } from '#web/shared/load-code.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { AccountSection } from './AccountSection.tsx'

const loadCalendarDialog = withMessages(
  () => import('#web/shared/calendar/CalendarDialog.tsx'),
  'calendar',
)
const CalendarDialog = lazyWithFallback(() =>
  loadCalendarDialog().then((found) => found.CalendarDialog),
)

/** Opens the calendar of important dates, also when the feed shows no dates. */
export function CalendarSection() {
  const { t } = useTranslation('account')
  const { impersonated } = useConfig()
  const [open, setOpen] = useState(false)
  return (
    <AccountSection
      title={t('calendar.title')}
      text={impersonated ? t('oneself') : t('calendar.text')}
      action={
        impersonated ? null : (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('calendar.open')}
          </Button>
        )
      }
    >
      {open ? <CalendarDialog onClose={() => setOpen(false)} /> : null}
    </AccountSection>
  )
}
