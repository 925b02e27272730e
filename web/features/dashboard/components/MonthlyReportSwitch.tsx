import { Switch } from '@mantine/core'
import { useConfig } from '#web/shared/config.ts'
import { useUpdateMails } from '#web/shared/settings/use-update-mails.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'

/** Turns the mail about the last month on or off. Hidden when the team has turned it off. */
export function MonthlyReportSwitch() {
  const { t } = useTranslation('dashboard')
  const { user, settings, impersonated } = useConfig()
  const save = useUpdateMails()
  if (impersonated || !settings.notifications.monthly_report) return null
  return (
    <Card>
      <Switch
        label={t('monthly.label')}
        description={t('monthly.text')}
        checked={user.notifications.monthly_report}
        onChange={(change) => save.mutate({ monthly_report: change.currentTarget.checked })}
      />
    </Card>
  )
}
