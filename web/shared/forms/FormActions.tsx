import { Button, Group } from '@mantine/core'
import { useTranslation } from '#web/lib/translate.ts'

/**
 * The foot of a form that can be left: away, or send it. `apart` where the form itself keeps no
 * distance.
 */
export function FormActions({
  action,
  busy,
  apart = false,
  onCancel,
}: {
  action: string
  busy: boolean
  apart?: boolean
  onCancel: () => void
}) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" {...(apart ? { mt: 'lg' } : {})}>
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={busy}>
        {action}
      </Button>
    </Group>
  )
}
