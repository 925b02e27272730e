import { Button } from '@mantine/core'
import { useTranslation } from '#web/lib/translate.ts'
import { ActionRow } from '#web/ui/ActionRow.tsx'
import { useDialogBusy } from '#web/ui/dialog-busy.ts'

/**
 * Renders the cancel and submit buttons of a form. `ready`: whether it can be submitted. `apart` adds
 * a margin above. While `busy`, neither the form nor the dialog around it can be closed.
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
  useDialogBusy(busy)
  return (
    <ActionRow apart={apart}>
      <Button variant="default" disabled={busy} onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={busy} disabled={!ready}>
        {action}
      </Button>
    </ActionRow>
  )
}
