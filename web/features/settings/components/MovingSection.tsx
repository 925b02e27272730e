import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { useCan } from '#web/shared/config.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'

/** Leads to the import of another product's posts. */
export function MovingSection() {
  const { t } = useTranslation('settings')
  const can = useCan()
  if (!can('manage_workspace')) return null
  return (
    <SettingsSection
      title={t('global.moving.title')}
      text={t('global.moving.text')}
      action={
        <Button variant="default" component={Link} to="/settings/history-imports">
          {t('global.moving.open')}
        </Button>
      }
    />
  )
}
