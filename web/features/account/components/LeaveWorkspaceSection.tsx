import { Button } from '@mantine/core'
import { useState } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { LeaveWorkspaceDialog } from '#web/shared/workspaces/LeaveWorkspaceDialog.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { AccountSection } from './AccountSection.tsx'

/** Leaves the team permanently. */
export function LeaveWorkspaceSection() {
  const { t } = useTranslation('leaving')
  const { impersonated } = useConfig()
  const [open, setOpen] = useState(false)
  return (
    <AccountSection
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
      <LeaveWorkspaceDialog opened={open} onClose={() => setOpen(false)} />
    </AccountSection>
  )
}
