import { Button } from '@mantine/core'
import { useState } from 'react'
import { useConfig } from '#web/app/config.ts'
import { LeaveDialog } from '#web/app/leaving/LeaveDialog.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Section } from './Section.tsx'

/** Leaves the team for good. */
export function LeaveSection() {
  const { t } = useTranslation('leaving')
  const { impersonated } = useConfig()
  const [open, setOpen] = useState(false)
  return (
    <Section
      title={t('leave.title')}
      text={impersonated ? t('account:oneself') : t('leave.text')}
      action={
        impersonated ? null : (
          <Button variant="default" c="var(--bad)" onClick={() => setOpen(true)}>
            {t('leave.action')}
          </Button>
        )
      }
    >
      <LeaveDialog opened={open} onClose={() => setOpen(false)} />
    </Section>
  )
}
