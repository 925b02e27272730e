import { Button, Group } from '@mantine/core'
import { useTranslation } from '#web/lib/translate.ts'

/** Renders the cancel and submit buttons of a form. `apart` adds a margin above. */
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
