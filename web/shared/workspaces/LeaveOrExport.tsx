import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig, useCan } from '#web/shared/config.ts'
import { LeaveWorkspaceDialog } from './LeaveWorkspaceDialog.tsx'
import { ExportDataButton } from './ExportDataButton.tsx'

/**
 * Shows the actions that need no active billing: export data, leave the team, and delete it for
 * account administrators.
 */
export function LeaveOrExport() {
  const { t } = useTranslation('leaving')
  const { impersonated } = useConfig()
  const can = useCan()
  const [leaving, setLeaving] = useState(false)
  if (impersonated) return null
  return (
    <Group gap="xs" mt="lg" justify="center">
      <ExportDataButton size="sm" />
      <Button variant="default" size="sm" onClick={() => setLeaving(true)}>
        {t('leave.action')}
      </Button>
      {can('manage_workspace') ? (
        <Button variant="default" size="sm" component={Link} to="/settings/danger">
          {t('delete_team')}
        </Button>
      ) : null}
      <LeaveWorkspaceDialog opened={leaving} onClose={() => setLeaving(false)} />
    </Group>
  )
}
