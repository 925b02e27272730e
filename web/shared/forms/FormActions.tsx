import { Button } from '@mantine/core'
import { useTranslation } from '#web/lib/translate.ts'
import { ActionRow } from '#web/ui/ActionRow.tsx'

/**
 * Renders the cancel and submit buttons of a form. `ready`: whether it can be submitted. `apart` adds
 * a margin above.
 */
export function FormActions({
  action,
  busy,
  ready = true,
  apart = false,
  onCancel,
}: {
  action: string
  busy: boolean
  ready?: boolean
  apart?: boolean
  onCancel: () => void
}) {
  const { t } = useTranslation()
  return (
    <ActionRow apart={apart}>
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={busy} disabled={!ready}>
        {action}
      </Button>
    </ActionRow>
  )
}
