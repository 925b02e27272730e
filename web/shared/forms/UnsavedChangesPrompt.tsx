import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** Asks whether unsaved changes may be lost. */
export function UnsavedChangesDialog({
  onDiscard,
  onKeep,
}: {
  onDiscard: () => void
  onKeep: () => void
}) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      opened
      danger
      title={t('unsaved.title')}
      text={t('unsaved.text')}
      confirm={t('unsaved.leave')}
      cancel={t('unsaved.stay')}
      onConfirm={onDiscard}
      onClose={onKeep}
    />
  )
}

/**
 * Asks for confirmation before leaving a page with unsaved changes: by a link, the back button, or
 * closing the tab. A navigation after a save passes `ignoreBlocker`.
 */
export function UnsavedChangesPrompt({ changed }: { changed: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => changed && current.pathname !== next.pathname,
    enableBeforeUnload: changed,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return <UnsavedChangesDialog onDiscard={blocker.proceed} onKeep={blocker.reset} />
}
